/** Something that happens, told to whoever listens. */
export interface Signal<Event> {
  emit(event: Event): void;
  /** Returns how to stop listening. */
  listen(listener: (event: Event) => void): () => void;
}

export function createSignal<Event>(): Signal<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
