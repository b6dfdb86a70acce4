/** A typed event with subscribers. */
export interface EventEmitter<Event> {
  emit(event: Event): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (event: Event) => void): () => void;
}

export function createEventEmitter<Event>(): EventEmitter<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
