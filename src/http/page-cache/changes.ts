/** `outdated`: something it shows has changed since it was begun. `gone`: something it shows was taken down. */
export type Verdict = 'current' | 'outdated' | 'gone';

export interface Changes {
  /** Notes the tags of a change. */
  touched(tags: readonly string[]): void;
  /** Notes the tags of something taken down. */
  dropped(tags: readonly string[]): void;
  /** Called when a render begins; the ticket tells later what has happened meanwhile. */
  begin(): Ticket;
}

export interface Ticket {
  verdict(tags: readonly string[]): Verdict;
  /** Must be called once the verdict is no longer wanted. */
  end(): void;
}

/** Marks of changes are forgotten when they are older than every running render; looked at from this many on. */
const FORGET_FROM = 256;

/**
 * Tells whether a page was made from data that has changed while it was being made. Every change has a number; a render
 * remembers the number at its beginning and asks at its end whether one of its tags has a higher one.
 */
export function createChanges(): Changes {
  const touchedAt = new Map<string, number>();
  const droppedAt = new Map<string, number>();
  const running = new Set<{ readonly since: number }>();
  let latest = 0;

  function note(marks: Map<string, number>, tags: readonly string[]): void {
    latest += 1;
    if (running.size === 0) {
      touchedAt.clear();
      droppedAt.clear();
      return;
    }
    if (marks.size >= FORGET_FROM) forget(marks, Math.min(...[...running].map(({ since }) => since)));
    for (const tag of tags) marks.set(tag, latest);
  }

  return {
    touched: (tags) => note(touchedAt, tags),
    dropped: (tags) => note(droppedAt, tags),
    begin() {
      const render = { since: latest };
      running.add(render);
      const isMarked = (marks: ReadonlyMap<string, number>, tags: readonly string[]): boolean =>
        [...tags, '*'].some((tag) => (marks.get(tag) ?? 0) > render.since);
      return {
        verdict(tags) {
          if (isMarked(droppedAt, tags)) return 'gone';
          return isMarked(touchedAt, tags) ? 'outdated' : 'current';
        },
        end: () => void running.delete(render),
      };
    },
  };
}

function forget(marks: Map<string, number>, upTo: number): void {
  for (const [tag, at] of marks) if (at <= upTo) marks.delete(tag);
}
