import type { ComponentType } from 'react';
import type { TabEntry } from '../components/tabs.tsx';

/** The texts of a list of the items in one state. */
export interface StateLabels {
  /** The label of the view. */
  readonly label: string;
  /** The heading of the list. */
  readonly heading: string;
  /** Shown instead of an empty list. */
  readonly empty: string;
}

/** The sub-tabs of a list: one for each state, in the given order. */
export const stateViews = <State extends string>(
  states: readonly State[],
  labels: Readonly<Record<State, StateLabels>>,
  badges: Readonly<Partial<Record<State, ComponentType>>>,
): TabEntry<State>[] =>
  states.map((value) => {
    const { label } = labels[value];
    const Badge = badges[value];
    return { value, label, ...(Badge !== undefined && { Badge }) };
  });
