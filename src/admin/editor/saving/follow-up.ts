/** The request that follows a save: the submission of the draft for review, or its schedule. */
export interface FollowUp {
  /** The message if it fails, for example "Saved as a draft, but not submitted"; null if no request is pending. */
  pending(): string | null;
  /** Resolves at its end, to the message if it has failed, otherwise to null; at once if no request is pending. */
  whenEnded(): Promise<string | null>;
  /**
   * Call it when the request is sent, with the message if it fails. Returns the function to call at its end, before a success is
   * reported.
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
