/** The request that follows a save: the submission of the draft for review, or its schedule. */
export interface FollowUp {
  isPending(): boolean;
  /** Resolves when there is none. */
  whenEnded(): Promise<void>;
  /** Call it when the request is sent. Returns the function to call at its end, before the outcome is reported. */
  begin(): () => void;
}

export function createFollowUp(): FollowUp {
  let pending: Promise<void> | null = null;
  return {
    isPending: () => pending !== null,
    whenEnded: () => pending ?? Promise.resolve(),
    begin() {
      const { promise, resolve } = Promise.withResolvers<void>();
      pending = promise;
      return () => {
        pending = null;
        resolve();
      };
    },
  };
}
