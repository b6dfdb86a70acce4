import { Tabs as Primitive } from '@base-ui/react/tabs';
import type { ComponentType, ReactNode } from 'react';

export interface TabEntry<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A badge after the label. */
  readonly Badge?: ComponentType;
}

interface TabsProps<Value extends string> {
  /** The accessible name of the tab list. */
  readonly label: string;
  readonly entries: readonly TabEntry<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `top` for the tabs of the dashboard, `sub` for tabs within a panel. */
  readonly kind: 'top' | 'sub';
  /** The content of the selected panel. */
  readonly children: ReactNode;
}

/** Tabs with the panel of the selected tab. Arrow keys move the focus, Enter or Space selects. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, entries, value, onChange, kind, children } = props;
  return (
    <Primitive.Root value={value} onValueChange={(next: Value) => onChange(next)}>
      <Primitive.List className={`tab-list tab-list-${kind}`} aria-label={label}>
        {entries.map((entry) => (
          <Primitive.Tab key={entry.value} value={entry.value} className="tab">
            {entry.label}
            {entry.Badge !== undefined && <entry.Badge />}
          </Primitive.Tab>
        ))}
      </Primitive.List>
      <Primitive.Panel value={value} tabIndex={-1}>
        {children}
      </Primitive.Panel>
    </Primitive.Root>
  );
}
