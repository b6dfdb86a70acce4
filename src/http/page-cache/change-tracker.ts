/** State of a render. `stale`: one of its tags was invalidated since it began. `purged`: one of its tags was purged. */
export type Freshness = 'current' | 'stale' | 'purged';

export interface ChangeTracker {
  /** Records invalidated tags. */
  invalidated(tags: readonly string[]): void;
  /** Records purged tags. */
  purged(tags: readonly string[]): void;
  /** Must be called when a render begins. The result tells what has changed since then. */
  begin(): RenderWatch;
}

export interface RenderWatch {
  freshness(tags: readonly string[]): Freshness;
  /** Must be called when the render has ended. */
  end(): void;
}

/** From this many entries on, those that are older than every running render are removed. */
const PRUNE_FROM = 256;

/**
 * Detects that data changed during a render. Every change has a number. A render stores the latest number at its
 * beginning and checks at its end whether one of its tags has a higher one.
 */
export function createChangeTracker(): ChangeTracker {
  const invalidatedAt = new Map<string, number>();
  const purgedAt = new Map<string, number>();
  const running = new Set<{ readonly since: number }>();
  let latest = 0;

  function record(changes: Map<string, number>, tags: readonly string[]): void {
    latest += 1;
    if (running.size === 0) {
      invalidatedAt.clear();
      purgedAt.clear();
      return;
    }
    if (changes.size >= PRUNE_FROM) prune(changes, Math.min(...[...running].map(({ since }) => since)));
    for (const tag of tags) changes.set(tag, latest);
  }

  return {
    invalidated: (tags) => record(invalidatedAt, tags),
    purged: (tags) => record(purgedAt, tags),
    begin() {
      const render = { since: latest };
      running.add(render);
      const hasChanged = (changes: ReadonlyMap<string, number>, tags: readonly string[]): boolean =>
        [...tags, '*'].some((tag) => (changes.get(tag) ?? 0) > render.since);
      return {
        freshness(tags) {
          if (hasChanged(purgedAt, tags)) return 'purged';
          return hasChanged(invalidatedAt, tags) ? 'stale' : 'current';
        },
        end: () => void running.delete(render),
      };
    },
  };
}

function prune(changes: Map<string, number>, upTo: number): void {
  for (const [tag, at] of changes) if (at <= upTo) changes.delete(tag);
}
