import type { Database } from './database.ts';

/** State that is read from the database once and again after each change that concerns it, in any process. */
export interface FollowedState<State> {
  /** The newest state that was read, without waiting. It follows a change within milliseconds. */
  current(): State;
  /**
   * The state after every change that was committed before the call. Does not wait while nothing changes. Rejects when
   * the database fails after a change.
   */
  latest(): Promise<State>;
}

interface FollowOptions<State> {
  /** Whether a change can make the state a different one. A lost change feed reports `*`, and purges all tags once restored. */
  readonly isConcernedBy: (change: string) => boolean;
  readonly read: () => Promise<State>;
}

/** Reads state and follows its changes. A failed read is repeated by the next call. */
export async function followState<State>(
  { onChange }: Pick<Database, 'onChange'>,
  { isConcernedBy, read }: FollowOptions<State>,
): Promise<FollowedState<State>> {
  let reads = 0;
  let newest: { readonly number: number; readonly state: State } | undefined;
  let cached: Promise<State> | undefined;

  async function readNumbered(): Promise<State> {
    reads += 1;
    const number = reads;
    const state = await read();
    // A slow read must not replace the result of a later one.
    if (newest === undefined || newest.number < number) newest = { number, state };
    return state;
  }

  function latest(): Promise<State> {
    if (cached !== undefined) return cached;
    const reading = readNumbered();
    cached = reading;
    reading.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading;
  }

  onChange((changes) => {
    if (!changes.some(isConcernedBy)) return;
    cached = undefined;
    void latest().catch(() => {});
  });

  const first = await latest();
  return { current: () => newest?.state ?? first, latest };
}
