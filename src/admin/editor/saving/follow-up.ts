/** The request that follows a save: the submission of the draft for review, or its schedule. */
export interface FollowUp {
  isPending(): boolean;
  /** Resolves when there is none: to what has failed, or to null. */
  whenEnded(): Promise<string | null>;
  /**
   * Call it when the request is sent. Returns the function to call at its end, before the outcome is reported, with a
   * sentence about the failure or null.
   */
  begin(): (failure: string | null) => void;
}

export function createFollowUp(): FollowUp {
  let pending: Promise<string | null> | null = null;
  return {
    isPending: () => pending !== null,
    whenEnded: () => pending ?? Promise.resolve(null),
    begin() {
      const { promise, resolve } = Promise.withResolvers<string | null>();
      pending = promise;
      return (failure) => {
        pending = null;
        resolve(failure);
      };
    },
  };
}
