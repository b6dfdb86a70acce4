import { describe, expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { EDITOR, OTHER, stored, unreachable, stale, setUp, version } from './server-autosave.fixture.ts';

describe('an autosave', () => {
  test('follows a pause of three seconds, and eight seconds of uninterrupted typing', async () => {
    const { type, wait, titles, answer } = setUp();
    type('a');
    await wait(2_999);
    type('ab');
    await wait(2_999);
    expect(titles()).toEqual([]);
    await wait(1);
    expect(titles()).toEqual(['put ab']);
    await answer(0, version(1));
    for (let second = 0; second < 8; second += 1) {
      type(`typing ${second}`);
      await wait(1_000);
    }
    expect(titles()).toEqual(['put ab', 'put typing 7']);
  });

  test('is one at a time, based on the last, and the next one has the newest text', async () => {
    const { type, wait, sent, answer, isOnServer: isSent } = setUp();
    type('one');
    await wait(3_000);
    type('two');
    await wait(20_000);
    type('three');
    await wait(20_000);
    expect(sent.map(({ title }) => title)).toEqual(['one']);
    await answer(0, version(1));
    expect(isSent()).toBe(false);
    await wait(4_000);
    expect(sent[1]).toMatchObject({ title: 'three', version: version(1), basedOn: 1 });
    await answer(1, version(2));
    expect(isSent()).toBe(true);
    await wait(60_000);
    expect(sent).toHaveLength(2);
  });

  test('that fails temporarily is retried with growing delays, and on request at once', async () => {
    const { type, wait, sent, answer, kind, autosave } = setUp();
    type('one');
    await wait(3_000);
    await answer(0, unreachable());
    expect(kind()).toBe('waiting');
    await wait(3_999);
    expect(sent).toHaveLength(1);
    await wait(1);
    expect(sent).toHaveLength(2);
    await answer(1, new ApiError('Busy.', { status: 429, code: 'too_many', retryAfterSeconds: 45 }));
    await wait(44_000);
    expect(sent).toHaveLength(2);
    const done = autosave.flush();
    await wait(0);
    await answer(2, version(1));
    expect([await done, kind()]).toEqual([true, 'saved']);
  });

  test('that is rejected is sent again only after a change', async () => {
    const { type, wait, sent, answer, autosave } = setUp();
    type('too long');
    await wait(3_000);
    const fields = { title: 'Please use at most 300 characters' };
    await answer(0, new ApiError('Check.', { status: 422, code: 'unprocessable', fields }));
    expect(autosave.status.get()).toEqual({ kind: 'rejected', message: fields.title });
    await wait(600_000);
    expect(sent).toHaveLength(1);
    type('shorter');
    await wait(5_000);
    expect(sent).toHaveLength(2);
  });

  test('whose response was lost is followed by one that replaces it', async () => {
    const { type, wait, sent, answer, kind } = setUp();
    type('one');
    await wait(3_000);
    await answer(0, stale(stored('one', EDITOR, 4)));
    expect(sent[1]).toMatchObject({ title: 'one', version: { version: 4 } });
    await answer(1, version(5));
    expect(kind()).toBe('saved');
  });

  test('does not replace that of another person, until it is loaded or gone', async () => {
    const { type, wait, sent, answer, kind, autosave, isOnServer: isSent } = setUp();
    type('mine');
    await wait(3_000);
    const theirs = stored('theirs', OTHER, 2);
    await answer(0, stale(theirs));
    expect([kind(), sent.length, autosave.other.get()]).toEqual(['blocked', 1, theirs]);
    await wait(20_000);
    expect(sent).toHaveLength(2);
    await answer(1, stale(theirs));
    autosave.adoptOther();
    expect([autosave.other.get(), isSent(), autosave.contained().version]).toEqual([null, false, 2]);
    type('mine, changed');
    await wait(4_000);
    expect(sent[2]).toMatchObject({ title: 'mine, changed', version: { version: 2 } });
    await answer(2, version(3));
    expect([kind(), autosave.contained()]).toEqual(['saved', { editorId: EDITOR, version: 0 }]);
  });

  test('does not replace the one that was there when the article was opened', async () => {
    const theirs = stored('theirs', OTHER, 2);
    const { type, wait, sent, answer, kind, autosave } = setUp(theirs);
    expect(autosave.other.get()).toEqual(theirs);
    type('mine');
    await wait(3_000);
    expect(sent[0]?.version).toEqual(version(0));
    await answer(0, stale(theirs));
    expect([kind(), sent.length]).toEqual(['blocked', 1]);
    await wait(20_000);
    await answer(1, stale({ article_revision: 2, version: 0, autosave: null }));
    expect(sent[2]).toMatchObject({ version: version(0, 2), basedOn: 1 });
    await answer(2, version(1, 2));
    expect([kind(), autosave.other.get()]).toEqual(['saved', null]);
  });

  test('continues as soon as the shown one of another person is saved or discarded', async () => {
    const { type, wait, sent, answer, kind, autosave } = setUp(stored('theirs', OTHER, 2));
    type('mine');
    await wait(3_000);
    await answer(0, stale(stored('theirs', OTHER, 2)));
    const newer = stored('theirs, longer', OTHER, 3);
    autosave.updateOther(newer);
    expect([kind(), autosave.other.get()]).toEqual(['blocked', newer]);
    autosave.updateOther({ article_revision: 2, version: 0, autosave: null });
    expect([kind(), autosave.other.get()]).toEqual(['idle', null]);
    await wait(4_000);
    expect(sent[1]).toMatchObject({ title: 'mine' });
  });

  test('of text that was undone replaces what the server has', async () => {
    const { type, draft, wait, titles, answer } = setUp();
    type('one');
    await wait(3_000);
    await answer(0, version(1));
    draft.dispatch({ type: 'edited', change: { title: '', slug: '' } });
    await wait(4_000);
    expect(titles()).toEqual(['put one', 'put ']);
  });
});

describe('a save', () => {
  test('cancels the autosave in progress, and no other is sent before it ends', async () => {
    const { type, wait, sent, autosave, setQueue, setBase, draft } = setUp();
    type('one');
    await wait(3_000);
    autosave.abort();
    setQueue({ kind: 'saving', isDraft: true, isForLater: false });
    expect(sent[0]?.signal.aborted).toBe(true);
    type('two');
    await wait(60_000);
    expect([sent.length, await autosave.flush()]).toEqual([1, false]);
    setBase(2);
    autosave.onSaved(2);
    draft.dispatch({
      type: 'saved',
      draft: { ...draft.get().draft, title: 'one', slug: 'one' },
    });
    setQueue({ kind: 'idle' });
    await wait(8_000);
    expect(sent[1]).toMatchObject({ title: 'two', basedOn: 2, version: version(0, 2) });
  });

  test('that fails is followed by an autosave', async () => {
    const { type, wait, sent, autosave, setQueue } = setUp();
    type('one');
    await wait(3_000);
    autosave.abort();
    setQueue({ kind: 'saving', isDraft: false, isForLater: false });
    setQueue({ kind: 'failed', job: null, message: 'No.', fields: {} });
    await wait(8_000);
    expect(sent).toHaveLength(2);
  });
});

describe('a new article', () => {
  const created = { id: 'a', revision: 1 };

  test('is created empty with the first autosave, and has the text in it', async () => {
    const { type, wait, sent, titles, answer, events } = setUp(null);
    type('one');
    await wait(3_000);
    expect(titles()).toEqual(['create ']);
    await answer(0, created);
    expect(sent[1]).toMatchObject({ kind: 'put', title: 'one', version: version(0), basedOn: 1 });
    await answer(1, version(1));
    expect(events).toEqual(['created', 'stored']);
  });

  test('is created with its text when the page may be closed before a second request', async () => {
    const { type, wait, sent, autosave } = setUp(null);
    type('one');
    void autosave.flush({ isLeaving: true });
    await wait(0);
    expect(sent[0]).toMatchObject({ kind: 'create', title: 'one', isLeaving: true });
  });

  test('that an earlier editor of this browser has created continues its autosave', async () => {
    const { type, wait, sent, answer, autosave } = setUp(null);
    autosave.adoptEditor(OTHER);
    type('more');
    await wait(3_000);
    await answer(0, created);
    await answer(1, stale(stored('less', OTHER, 3)));
    expect(sent[2]).toMatchObject({ title: 'more', version: { version: 3 } });
  });

  test('that somebody else has saved before the repeated request is no base of the text', async () => {
    const { type, wait, sent, answer } = setUp(null);
    type('one');
    await wait(3_000);
    await answer(0, unreachable());
    await wait(4_000);
    await answer(1, { id: 'a', revision: 2 });
    expect(sent[2]).toMatchObject({ kind: 'put', title: 'one', version: version(0, 2), basedOn: 1 });
  });
});
