import { describe, expect, test } from 'vitest';
import { draftFrom, emptyDraft, hasContent, inputFrom, missingDetails, tagsFrom, wordsIn } from './draft.ts';
import { createDraftStore, isUnsaved } from './draft-store.ts';

const newDraft = () =>
  createDraftStore({ draft: emptyDraft('sports', 'Ada'), isNew: true, fallbackSlug: 'article-7f' });

describe('the slug', () => {
  test('follows the title of a new article', () => {
    const store = newDraft();
    store.dispatch({ type: 'typed', change: { title: 'Élan & Co' } });
    expect(store.get().draft.slug).toBe('elan-co');
    store.dispatch({ type: 'typed', change: { title: '' } });
    expect(store.get().draft.slug).toBe('');
  });

  test('is made up for a title of which no letter can stand in it', () => {
    const store = newDraft();
    store.dispatch({ type: 'typed', change: { title: 'مقال' } });
    expect(store.get().draft.slug).toBe('article-7f');
  });

  test('stays what was typed by hand, put right when the field is left', () => {
    const store = newDraft();
    store.dispatch({ type: 'typed', change: { slug: 'My Own' } });
    store.dispatch({ type: 'typed', change: { title: 'Another title' } });
    expect(store.get().draft.slug).toBe('My Own');
    store.dispatch({ type: 'slug left' });
    expect(store.get().draft.slug).toBe('my-own');
  });

  test('of an article the server has stays when the title changes', () => {
    const draft = { ...emptyDraft('sports', ''), title: 'Old', slug: 'old' };
    const store = createDraftStore({ draft, isNew: false, fallbackSlug: '' });
    store.dispatch({ type: 'typed', change: { title: 'New' } });
    expect(store.get().draft.slug).toBe('old');
  });

  test('follows a restored title as it did before, unless it had been typed by hand', () => {
    for (const [slug, expected] of [
      ['a-title', 'longer'],
      ['by-hand', 'by-hand'],
    ]) {
      const store = newDraft();
      const draft = { ...emptyDraft('sports', ''), title: 'A title', slug: slug ?? '' };
      store.dispatch({ type: 'replaced', draft });
      store.dispatch({ type: 'typed', change: { title: 'Longer' } });
      expect(store.get().draft.slug).toBe(expected);
    }
  });
});

describe('what is not saved', () => {
  test('is what differs from what the server has', () => {
    const store = newDraft();
    expect(isUnsaved(store.get())).toBe(false);
    store.dispatch({ type: 'typed', change: { excerpt: 'x' } });
    expect(isUnsaved(store.get())).toBe(true);
    store.dispatch({ type: 'saved', draft: store.get().draft });
    expect(isUnsaved(store.get())).toBe(false);
  });

  test('is nothing when the editor only writes the same in its own way', () => {
    const store = newDraft();
    store.dispatch({ type: 'rewritten', content: '<p></p>' });
    expect(isUnsaved(store.get())).toBe(false);
    store.dispatch({ type: 'typed', change: { content: '<p>a</p>' } });
    store.dispatch({ type: 'rewritten', content: '<p>a</p><p></p>' });
    expect(isUnsaved(store.get())).toBe(true);
  });
});

test('what is missing before there is something to write to, in the order of the fields', () => {
  expect(Object.keys(missingDetails(emptyDraft('sports', '')))).toEqual(['title', 'slug', 'excerpt']);
  const filled = { ...emptyDraft('sports', ''), title: 'a', slug: 'B c', excerpt: 'd' };
  expect(missingDetails(filled)).toEqual({});
  expect(missingDetails({ ...filled, title: '  ', slug: '…' })).toHaveProperty('slug');
});

test('a draft becomes what a save sends and comes back from it', () => {
  const draft = { ...emptyDraft('culture', 'Ada'), title: ' T ', slug: 'T t', tags: 'a, , b ,' };
  const input = inputFrom(draft, false);
  expect(input).toMatchObject({ title: 'T', slug: 't-t', tags: ['a', 'b'], is_draft: false });
  expect(draftFrom(input)).toEqual({ ...draft, title: 'T', slug: 't-t', tags: 'a, b' });
  expect(tagsFrom(' , ')).toEqual([]);
});

test.each([
  ['', false],
  ['<p></p>', false],
  ['<p> &nbsp; <br></p><ul><li><p></p></li></ul>', false],
  ['<p>a</p>', true],
  ['<hr>', true],
  ['<p></p><img src="/a.webp" alt="">', true],
])('%s has content: %s', (html, expected) => {
  expect(hasContent(html)).toBe(expected);
});

test('words are counted as a reader would', () => {
  expect(wordsIn('<p>It’s one–two</p><p>three<br>four</p>')).toBe(5);
});
