import { Tabs as Primitive } from '@base-ui/react/tabs';
import type { ComponentType, ReactNode } from 'react';

export interface TabEntry<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Stands behind the label: how much there is to do. */
  readonly Badge?: ComponentType;
}

interface TabsProps<Value extends string> {
  /** What the tabs choose between. */
  readonly label: string;
  readonly entries: readonly TabEntry<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `top` chooses the part of the newsroom, `sub` within it. */
  readonly kind: 'top' | 'sub';
  /** What the chosen tab shows. */
  readonly children: ReactNode;
}

/** Tabs with the panel of the chosen one. Arrow keys move between them, Enter or Space chooses. */
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
