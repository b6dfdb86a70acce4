import { useSyncExternalStore } from 'react';

export interface ReadableStore<State> {
  get(): State;
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** State with a reducer, outside React. `get` is synchronous, for code that cannot wait for a render (a closing tab). */
export interface Store<State, Action> extends ReadableStore<State> {
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

/** Resolves when the condition holds, at once if it does already. */
export function untilState<State>(
  store: ReadableStore<State>,
  holds: (state: State) => boolean,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    if (holds(store.get())) resolve();
  };
  const stop = store.subscribe(check);
  check();
  return promise.finally(stop);
}

export function useStore<State>(store: ReadableStore<State>): State {
  return useSyncExternalStore(store.subscribe, store.get);
}
