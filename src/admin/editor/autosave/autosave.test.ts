import { describe, expect, test } from 'vitest';
import { memoryStorage } from '../../../../test/memory-storage.ts';
import { emptyDraft } from '../draft/draft.ts';
import { type AutosaveEntry, parseAutosaveEntry } from './autosave-entry.ts';
import { allowUnsavedEntries, hasUnsavedEntries, blockUnsavedEntries } from '../../unsaved/entry-storage.ts';
import { createDraftStore } from '../draft/draft-store.ts';
import { createAutosaveStorage } from './autosave-storage.ts';
import { createDraftAutosave } from './draft-autosave.ts';
import { createOpenEditors } from './open-editors.ts';

const NOW = Date.UTC(2025, 0, 31);

const open = (storage: Storage, userId = 'ada') =>
  createAutosaveStorage({ storage, now: () => NOW, events: new EventTarget(), userId });
const of = (articleId: string | null, categorySlug = 'sports') => ({ articleId, categorySlug });

function entry(given: Partial<AutosaveEntry> = {}): AutosaveEntry {
  return {
    id: crypto.randomUUID(),
    userId: 'ada',
    articleId: 'a',
    revision: 3,
    creationKey: crypto.randomUUID(),
    writtenAt: NOW,
    draft: { ...emptyDraft('sports', 'Ada'), title: 'Stored' },
    ...given,
  };
}

/** The editor of a new article in the Sports section. */
function openEditor(storage: Storage) {
  const draft = createDraftStore({
    draft: emptyDraft('sports', 'Ada'),
    isSlugAutomatic: true,
    uniqueDigits: '7f7f7f7f',
  });
  const creationKey = crypto.randomUUID();
  const autosave = createDraftAutosave({
    storage: open(storage),
    openEditors: createOpenEditors(undefined),
    draft,
    base: () => null,
    creationKey: () => creationKey,
    editorSection: 'sports',
    userId: 'ada',
    now: () => NOW,
    schedule: () => () => undefined,
  });
  return { autosave, draft };
}

describe('autosave storage', () => {
  test('lists the entries of an article, newest first', () => {
    const storage = open(memoryStorage());
    const [early, late] = [entry({ writtenAt: NOW - 2 }), entry({ writtenAt: NOW - 1 })];
    const [other, unsaved] = [entry({ articleId: 'b' }), entry({ articleId: null, revision: null })];
    for (const each of [early, other, late, unsaved]) expect(storage.write(each)).toBeNull();
    expect(storage.list(of('a'))).toEqual([late, early]);
    expect(storage.list(of(null))).toEqual([unsaved]);
  });

  test('lists a new article in the section where its editor was opened and in the selected section', () => {
    const storage = memoryStorage();
    const { autosave, draft } = openEditor(storage);
    draft.dispatch({ type: 'edited', change: { categorySlug: 'culture', content: '<p>Unsaved</p>' } });
    autosave.flush();
    const foundIn = (section: string) =>
      open(storage)
        .list(of(null, section))
        .map(({ id }) => id);
    expect(foundIn('sports')).toEqual([autosave.entryId]);
    expect(foundIn('culture')).toEqual([autosave.entryId]);
    expect(foundIn('business')).toEqual([]);
  });

  test('hides entries from other accounts, except entries of earlier releases without an account', () => {
    const storage = memoryStorage();
    const { userId: _, ...earlier } = entry();
    for (const each of [entry(), earlier]) open(storage).write(each);
    expect(open(storage, 'grace').list(of('a'))).toEqual([earlier]);
  });

  test('stores nothing from an editor that closes after its account has logged out', () => {
    const storage = memoryStorage();
    const { autosave, draft } = openEditor(storage);
    const close = autosave.start();
    draft.dispatch({ type: 'edited', change: { content: '<p>Unsaved</p>' } });
    autosave.flush();
    expect(hasUnsavedEntries(storage, 'ada')).toBe(true);
    blockUnsavedEntries(storage, 'ada');
    close();
    expect(hasUnsavedEntries(storage)).toBe(false);
    expect(autosave.saveCopy(draft.get().draft)).toBe(true);
    expect(hasUnsavedEntries(storage)).toBe(false);
    allowUnsavedEntries(storage, 'ada');
    autosave.flush();
    expect(
      open(storage)
        .list(of(null))
        .map(({ id }) => id),
    ).toEqual([autosave.entryId]);
  });

  test('reads entries of earlier releases, which lack newer fields, and no entry with a field of another type', () => {
    const { draft, ...current } = entry();
    const { lang: _lang, readTimeTyped: _typed, ...earlierDraft } = draft;
    const read = (given: object) => parseAutosaveEntry(JSON.stringify({ ...current, draft: given }));
    expect(read(earlierDraft)).toEqual({ ...current, draft });
    expect(read({ ...draft, tags: ['a'] })).toBeNull();
    expect(read({ ...draft, title: 7 })).toBeNull();
  });

  test('reports a full storage, and keeps the previous version', () => {
    const storage = open(memoryStorage(2_000));
    const first = entry();
    storage.write(first);
    const longer = { ...first, draft: { ...first.draft, content: 'x'.repeat(3_000) } };
    expect(storage.write(longer)).toBe('storage is full');
    expect(storage.list(of('a'))).toEqual([first]);
  });
});
