/** The request that follows a save: the submission of the draft for review, or its schedule. */
export interface FollowUp {
  /** What holds until it has succeeded, such as "Saved as a draft, but not submitted"; null if nothing is being sent. */
  pending(): string | null;
  /** Resolves at its end: to what holds if it has failed, or to null. At once if nothing is being sent. */
  whenEnded(): Promise<string | null>;
  /**
   * Call it when the request is sent, with what holds until it has succeeded. Returns the function to call at its end, before a
   * success is reported.
   */
  begin(failure: string): (hasSucceeded: boolean) => void;
}

export function createFollowUp(): FollowUp {
  let pending: { readonly failure: string; readonly end: PromiseWithResolvers<string | null> } | null = null;
  return {
    pending: () => pending?.failure ?? null,
    whenEnded: () => pending?.end.promise ?? Promise.resolve(null),
    begin(failure) {
      const replaced = pending;
      const end = Promise.withResolvers<string | null>();
      const request = { failure, end };
      pending = request;
      // The outcome of the replaced one is not reported.
      void end.promise.then((outcome) => replaced?.end.resolve(outcome));
      return (hasSucceeded) => {
        if (pending === request) pending = null;
        end.resolve(hasSucceeded ? null : failure);
      };
    },
  };
}
