import { Tabs as Primitive } from '@base-ui/react/tabs';
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useMediaQuery } from './use-media-query.ts';

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
  /** `top` for the tabs of the dashboard, which are a column on wide screens; `sub` for tabs within a panel. */
  readonly kind: 'top' | 'sub';
  /** The content of the selected panel. */
  readonly children: ReactNode;
}

/** Tabs with the panel of the selected tab. Arrow keys move the focus, Enter or Space selects. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, entries, value, onChange, kind, children } = props;
  const list = useRef<HTMLDivElement>(null);
  useSelectedTabInView(list, value);
  // The same condition as in `tabs.css`.
  const isColumn = useMediaQuery('(width >= 75rem)') && kind === 'top';
  return (
    <Primitive.Root
      className={`tabs-${kind}`}
      orientation={isColumn ? 'vertical' : 'horizontal'}
      value={value}
      onValueChange={(next: Value) => onChange(next)}
    >
      <Primitive.List ref={list} className={`tab-list tab-list-${kind}`} aria-label={label}>
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

/**
 * Scrolls a list that is larger than the screen so that the selected tab is visible: when it is selected, and when a badge
 * that was loaded later makes a tab wider. Only the list scrolls, never the page.
 */
function useSelectedTabInView(list: RefObject<HTMLDivElement | null>, value: string): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const tab = element.querySelector('[role=tab][aria-selected=true]');
      if (tab === null) return;
      const visible = element.getBoundingClientRect();
      const { left, right, top, bottom } = tab.getBoundingClientRect();
      if (right > visible.right) element.scrollLeft += right - visible.right;
      else if (left < visible.left) element.scrollLeft -= visible.left - left;
      if (bottom > visible.bottom) element.scrollTop += bottom - visible.bottom;
      else if (top < visible.top) element.scrollTop -= visible.top - top;
    });
    for (const tab of element.children) observer.observe(tab);
    return () => observer.disconnect();
    // Depends on `value`, because observing again reveals a newly selected tab.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [list, value]);
}
