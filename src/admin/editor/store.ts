import { useSyncExternalStore } from 'react';

export interface Readable<State> {
  get(): State;
  /** Returns how to stop listening. */
  subscribe(listener: () => void): () => void;
}

/** A value that changes by actions, readable at once by whoever must not wait for a drawing (a closing tab). */
export interface Store<State, Action> extends Readable<State> {
  dispatch(action: Action): void;
}

export function createStore<State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: State,
): Store<State, Action> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<State>(store: Readable<State>): State {
  return useSyncExternalStore(store.subscribe, store.get);
}
