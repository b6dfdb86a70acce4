const PREFIX = 'newsroom.editor.';

/** Which journal entries belong to an editor that is open at this moment, in whatever tab. */
export interface OpenEditors {
  /** Says that this entry's editor is open, until it is closed or its tab is gone. Returns how to close it. */
  hold(entryId: string): () => void;
  list(): Promise<ReadonlySet<string>>;
}

/**
 * By the locks of the browser, which it releases even for a tab that crashed. Over plain HTTP from another machine
 * there are none: then no entry counts as open, and every one is offered.
 */
export function createOpenEditors(locks: LockManager | undefined): OpenEditors {
  if (locks === undefined) return { hold: () => () => undefined, list: () => Promise.resolve(new Set()) };
  return {
    hold(entryId) {
      const { promise, resolve } = Promise.withResolvers<void>();
      // Refused only for a document that is already going away.
      void locks.request(PREFIX + entryId, () => promise).catch(() => undefined);
      return resolve;
    },
    async list() {
      const { held = [] } = await locks.query();
      const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(PREFIX));
      return new Set(names.map((name) => name.slice(PREFIX.length)));
    },
  };
}
