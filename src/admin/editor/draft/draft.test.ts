import { describe, expect, test } from 'vitest';
import { draftFromArticle, emptyDraft, inputFromDraft, parseTags } from './draft.ts';
import { createDraftStore, isOnServer, isUnsaved } from './draft-store.ts';

const newDraft = () =>
  createDraftStore({ draft: emptyDraft('sports', 'Ada'), isSlugAutomatic: true, uniqueDigits: '7f7f7f7f' });

describe('the slug', () => {
  test('follows the title of a new article', () => {
    const store = newDraft();
    store.dispatch({ type: 'edited', change: { title: 'Élan & Co' } });
    expect(store.get().draft.slug).toBe('elan-co');
    store.dispatch({ type: 'edited', change: { title: '' } });
    expect(store.get().draft.slug).toBe('');
  });

  test('typed by hand does not follow the title, and is normalized on blur', () => {
    const store = newDraft();
    store.dispatch({ type: 'edited', change: { slug: 'My Own' } });
    store.dispatch({ type: 'edited', change: { title: 'Another title' } });
    expect(store.get().draft.slug).toBe('My Own');
    store.dispatch({ type: 'slugBlurred' });
    expect(store.get().draft.slug).toBe('my-own');
  });

  test('of an article stays after it was saved, and follows the title of an autosave', () => {
    const store = newDraft();
    store.dispatch({ type: 'edited', change: { title: 'One' } });
    store.dispatch({ type: 'autosaved', draft: store.get().draft });
    store.dispatch({ type: 'edited', change: { title: 'Two' } });
    expect(store.get().draft.slug).toBe('two');
    const sent = store.get().draft;
    store.dispatch({ type: 'edited', change: { title: 'Typed during the save' } });
    store.dispatch({ type: 'saved', draft: sent });
    expect(store.get().draft.slug).toBe('two');
    store.dispatch({ type: 'edited', change: { title: 'Three' } });
    expect(store.get().draft.slug).toBe('two');
  });

  test('of a restored draft follows the title unless it was typed by hand', () => {
    for (const [slug, expected] of [
      ['a-title', 'longer'],
      ['by-hand', 'by-hand'],
    ]) {
      const store = newDraft();
      const draft = { ...emptyDraft('sports', ''), title: 'A title', slug: slug ?? '' };
      store.dispatch({ type: 'replaced', draft });
      store.dispatch({ type: 'edited', change: { title: 'Longer' } });
      expect(store.get().draft.slug).toBe(expected);
    }
  });
});

describe('a draft', () => {
  test('is unsaved while it differs from the saved version', () => {
    const store = newDraft();
    expect(isUnsaved(store.get())).toBe(false);
    store.dispatch({ type: 'edited', change: { excerpt: 'x' } });
    expect(isUnsaved(store.get())).toBe(true);
    store.dispatch({ type: 'saved', draft: store.get().draft });
    expect(isUnsaved(store.get())).toBe(false);
  });

  test('is not unsaved when the text editor only serializes the same content differently', () => {
    const store = newDraft();
    store.dispatch({ type: 'serialized', content: '<p></p>' });
    expect(isUnsaved(store.get())).toBe(false);
    store.dispatch({ type: 'edited', change: { content: '<p>a</p>' } });
    store.dispatch({ type: 'serialized', content: '<p>a</p><p></p>' });
    expect(isUnsaved(store.get())).toBe(true);
  });

  test('is not unsaved either if it was sent before the text editor has serialized it', () => {
    const store = newDraft();
    const sent = { ...store.get().draft, content: '<p>a </p>' };
    store.dispatch({ type: 'replaced', draft: sent });
    store.dispatch({ type: 'serialized', content: '<p>a</p>' });
    store.dispatch({ type: 'saved', draft: sent });
    expect(isUnsaved(store.get())).toBe(false);
  });
});

test('a draft is on the server when it equals the autosave, or the saved version if there is none', () => {
  const store = newDraft();
  const edit = (excerpt: string) => store.dispatch({ type: 'edited', change: { excerpt } });
  const state = () => [isUnsaved(store.get()), isOnServer(store.get())];
  expect(state()).toEqual([false, true]);
  edit('a');
  expect(state()).toEqual([true, false]);
  store.dispatch({ type: 'autosaved', draft: store.get().draft });
  expect(state()).toEqual([true, true]);
  // Undone: the autosave has text that is not wanted any more.
  edit('');
  expect(state()).toEqual([false, false]);
  edit('a');
  store.dispatch({ type: 'serialized', content: '<p></p>' });
  expect(state()).toEqual([true, true]);
  store.dispatch({ type: 'saved', draft: store.get().draft });
  expect(store.get().autosaved).toBeNull();
  expect(state()).toEqual([false, true]);
});

test('a draft converts to API input and back', () => {
  const draft = { ...emptyDraft('culture', 'Ada'), title: ' T ', slug: 'T t', tags: 'a, , b ,' };
  const input = inputFromDraft(draft, false);
  expect(input).toMatchObject({ title: 'T', slug: 't-t', tags: ['a', 'b'], is_draft: false });
  expect(draftFromArticle(input)).toEqual({ ...draft, title: 'T', slug: 't-t', tags: 'a, b' });
  expect(parseTags(' , ')).toEqual([]);
});
