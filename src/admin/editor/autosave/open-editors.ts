const PREFIX = 'newsroom.editor.';

/** Tracks which autosave entries belong to an open editor in any tab of this browser. */
export interface OpenEditors {
  /** Marks the editor of an entry as open until it or its tab is closed. Returns a function that removes the mark. */
  markOpen(entryId: string): () => void;
  list(): Promise<ReadonlySet<string>>;
}

/**
 * Uses the Web Locks API, because the browser releases the locks of a crashed tab. Insecure contexts (plain HTTP from
 * another machine) have no locks: no entry counts as open there, and every entry is offered.
 */
export function createOpenEditors(locks: LockManager | undefined): OpenEditors {
  if (locks === undefined) return { markOpen: () => () => undefined, list: () => Promise.resolve(new Set()) };
  return {
    markOpen(entryId) {
      const { promise, resolve } = Promise.withResolvers<void>();
      // Rejects only for a document that is being unloaded.
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
