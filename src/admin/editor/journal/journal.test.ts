import { describe, expect, test } from 'vitest';
import { memoryStorage } from '../../../../test/memory-storage.ts';
import { emptyDraft } from '../draft/draft.ts';
import type { JournalEntry } from './entry.ts';
import {
  acceptUnsavedEntries,
  ENTRY_LIMIT,
  hasUnsavedEntries,
  refuseUnsavedEntries,
} from '../../unsaved/entry-storage.ts';
import { createDraftStore } from '../draft/draft-store.ts';
import { createJournal } from './journal.ts';
import { createKeeper } from './keeper.ts';
import { createOpenEditors } from './open-editors.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2025, 0, 31);

const open = (storage: Storage, userId = 'ada') =>
  createJournal({ storage, now: () => NOW, events: new EventTarget(), userId });
const of = (articleId: string | null, categorySlug = 'sports') => ({ articleId, categorySlug });

function entry(given: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: crypto.randomUUID(),
    userId: 'ada',
    articleId: 'a',
    revision: 3,
    creationKey: crypto.randomUUID(),
    writtenAt: NOW,
    draft: { ...emptyDraft('sports', 'Ada'), title: 'Kept' },
    ...given,
  };
}

/** A new article under Sports. */
function openEditor(storage: Storage) {
  const draft = createDraftStore({
    draft: emptyDraft('sports', 'Ada'),
    isNew: true,
    fallbackSlug: 'article',
  });
  const creationKey = crypto.randomUUID();
  const keeper = createKeeper({
    journal: open(storage),
    openEditors: createOpenEditors(undefined),
    draft,
    base: () => null,
    creationKey: () => creationKey,
    editorSection: 'sports',
    userId: 'ada',
    now: () => NOW,
    later: () => () => undefined,
  });
  return { keeper, draft };
}

describe('the journal', () => {
  test('gives back what was written, by article, the latest first', () => {
    const journal = open(memoryStorage());
    const [early, late] = [entry({ writtenAt: NOW - 2 }), entry({ writtenAt: NOW - 1 })];
    const [other, unsaved] = [entry({ articleId: 'b' }), entry({ articleId: null, revision: null })];
    for (const each of [early, other, late, unsaved]) expect(journal.write(each)).toBeNull();
    expect(journal.list(of('a'))).toEqual([late, early]);
    expect(journal.list(of(null))).toEqual([unsaved]);
  });

  test('gives new articles to the editors of their section only', () => {
    const journal = open(memoryStorage());
    const inCulture = entry({ articleId: null, draft: emptyDraft('culture', 'Ada') });
    journal.write(inCulture);
    expect(journal.list(of(null, 'sports'))).toEqual([]);
    expect(journal.list(of(null, 'culture'))).toEqual([inCulture]);
  });

  test('gives a new article back where its editor was opened, and in the section chosen since', () => {
    const storage = memoryStorage();
    const { keeper, draft } = openEditor(storage);
    draft.dispatch({ type: 'typed', change: { categorySlug: 'culture', content: '<p>Unsaved</p>' } });
    keeper.flush();
    const foundIn = (section: string) =>
      open(storage)
        .list(of(null, section))
        .map(({ id }) => id);
    expect(foundIn('sports')).toEqual([keeper.entryId]);
    expect(foundIn('culture')).toEqual([keeper.entryId]);
    expect(foundIn('business')).toEqual([]);
  });

  test('gives nothing to another account, but to anybody what an earlier release has written', () => {
    const storage = memoryStorage();
    const { userId: _, ...earlier } = entry();
    for (const each of [entry(), earlier]) open(storage).write(each);
    expect(open(storage, 'grace').list(of('a'))).toEqual([earlier]);
  });

  test('is there for who opens it next, and loses only what is removed', () => {
    const storage = memoryStorage();
    const [kept, gone] = [entry(), entry()];
    for (const each of [kept, gone]) open(storage).write(each);
    open(storage).remove(gone.id);
    expect(open(storage).list(of('a'))).toEqual([kept]);
  });

  test('takes nothing from an editor that closes after its account has logged out', () => {
    const storage = memoryStorage();
    const { keeper, draft } = openEditor(storage);
    const close = keeper.start();
    draft.dispatch({ type: 'typed', change: { content: '<p>Unsaved</p>' } });
    keeper.flush();
    expect(hasUnsavedEntries(storage, 'ada')).toBe(true);
    refuseUnsavedEntries(storage, 'ada');
    close();
    expect(hasUnsavedEntries(storage)).toBe(false);
    expect(keeper.setAside(draft.get().draft)).toBe(true);
    expect(hasUnsavedEntries(storage)).toBe(false);
    acceptUnsavedEntries(storage, 'ada');
    keeper.flush();
    expect(
      open(storage)
        .list(of(null))
        .map(({ id }) => id),
    ).toEqual([keeper.entryId]);
  });

  test('forgets after thirty days, and what it cannot read', () => {
    const storage = memoryStorage();
    open(storage).write(entry({ writtenAt: NOW - 31 * DAY }));
    const young = entry({ writtenAt: NOW - 29 * DAY });
    open(storage).write(young);
    storage.setItem('newsroom.journal.broken', '{"id":');
    storage.setItem('newsroom.session', 'not ours');
    expect(open(storage).list(of('a'))).toEqual([young]);
    expect(storage.length).toBe(2);
    expect(storage.getItem('newsroom.session')).toBe('not ours');
  });

  test('says when there is no room, and keeps what it had', () => {
    const storage = memoryStorage(2_000);
    const first = entry();
    const journal = open(storage);
    journal.write(first);
    const longer = { ...first, draft: { ...first.draft, content: 'x'.repeat(3_000) } };
    expect(journal.write(longer)).toBe('storage is full');
    expect(journal.list(of('a'))).toEqual([first]);
  });

  test('takes nothing above its limit', () => {
    const journal = open(memoryStorage());
    const huge = entry({ draft: { ...emptyDraft('sports', ''), content: 'x'.repeat(ENTRY_LIMIT) } });
    expect(journal.write(huge)).toBe('too large');
    expect(journal.list(of('a'))).toEqual([]);
  });
});
