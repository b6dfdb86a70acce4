import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { type ArticleInput, emptyDraft, inputFromDraft } from '../draft/draft.ts';
import { type BaseRevision, NEW_ARTICLE_STATUS, type NewsroomArticle } from '../newsroom-article.ts';
import { createSaveQueue, type SaveJob } from './save-queue.ts';

const unreachable = () => new ApiError('No connection.', { status: 0, code: 'unreachable' });

function jobOf(title: string, isDraft = true): SaveJob {
  const draft = { ...emptyDraft('sports', ''), title, slug: 'a', excerpt: 'e', content: '<p>c</p>' };
  return { draft, input: inputFromDraft(draft, isDraft) };
}

const saved = (input: ArticleInput, revision: number): NewsroomArticle => ({
  ...input,
  ...NEW_ARTICLE_STATUS,
  id: 'a',
  revision,
  updated_at: '2025-01-05T00:00:00.000Z',
  updated_by_name: 'Grace',
  state: input.is_draft ? 'draft' : 'published',
});

const stale = (title: string, revision: number) =>
  new ApiError('Stale.', {
    status: 412,
    code: 'stale',
    problem: { current: saved(jobOf(title).input, revision) },
  });

/** A queue with responses and timers controlled by the test. */
function setUpQueue(base: BaseRevision | null = { id: 'a', revision: 1 }, mayExist = false) {
  const sent: { title: string; base: BaseRevision | null; answer: PromiseWithResolvers<NewsroomArticle> }[] =
    [];
  const events: string[] = [];
  const timers: { work: () => void; milliseconds: number }[] = [];
  const queue = createSaveQueue({
    base,
    mayAlreadyExist: () => mayExist,
    send(input, on) {
      const answer = Promise.withResolvers<NewsroomArticle>();
      sent.push({ title: input.title, base: on, answer });
      return answer.promise;
    },
    onSaved: (article) => events.push(`saved ${article.title}`),
    onFailed: (message) => events.push(`failed ${message}`),
    isOwnSave: (theirs, input) => theirs.title === input.title,
    schedule(work, milliseconds) {
      const timer = { work, milliseconds };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  const answer = async (index: number, outcome: NewsroomArticle | Error) => {
    if (outcome instanceof Error) sent[index]?.answer.reject(outcome);
    else sent[index]?.answer.resolve(outcome);
    await nextTurn();
  };
  return { queue, sent, events, timers, answer, kind: () => queue.store.get().kind };
}

describe('saves', () => {
  test('never overlap; only the last queued save is sent, based on the result of the first', async () => {
    const { queue, sent, events, answer } = setUpQueue();
    for (const title of ['one', 'two', 'three']) queue.submit(jobOf(title));
    expect(sent.map(({ title }) => title)).toEqual(['one']);
    await answer(0, saved(jobOf('one').input, 2));
    expect(sent.map(({ title }) => title)).toEqual(['one', 'three']);
    expect(sent[1]?.base).toEqual({ id: 'a', revision: 2 });
    await answer(1, saved(jobOf('three').input, 3));
    expect(events).toEqual(['saved one', 'saved three']);
    expect(queue.base()).toEqual({ id: 'a', revision: 3 });
  });

  test('that fail temporarily are retried with growing delays, and reported once', async () => {
    const { queue, sent, events, timers, answer, kind } = setUpQueue();
    queue.submit(jobOf('one'));
    const delays = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await answer(attempt, unreachable());
      expect(kind()).toBe('waiting');
      delays.push(timers[0]?.milliseconds);
      timers[0]?.work();
      expect(timers).toHaveLength(0);
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    await answer(7, saved(jobOf('one').input, 2));
    expect(events).toEqual(['failed No connection.', 'saved one']);
    expect(sent).toHaveLength(8);
  });

  test('are retried immediately when the browser comes online or a newer draft is submitted', async () => {
    const { queue, sent, timers, answer } = setUpQueue();
    queue.submit(jobOf('one'));
    await answer(0, unreachable());
    queue.retryNow();
    expect(sent).toHaveLength(2);
    await answer(1, unreachable());
    queue.submit(jobOf('two'));
    expect(sent[2]?.title).toBe('two');
    expect(timers).toHaveLength(0);
  });

  test('that are rejected are not retried', async () => {
    const { queue, events, timers, answer } = setUpQueue();
    queue.submit(jobOf('one'));
    await answer(0, new ApiError('Taken.', { status: 409, code: 'conflict', fields: { slug: 'In use.' } }));
    expect(queue.store.get()).toMatchObject({
      kind: 'failed',
      message: 'Taken.',
      fields: { slug: 'In use.' },
    });
    expect(timers).toHaveLength(0);
    expect(events).toEqual(['failed Taken.']);
  });

  test('on an older revision report a conflict with the newest draft, and can be rebased on the newer revision', async () => {
    const { queue, sent, answer } = setUpQueue();
    queue.submit(jobOf('mine'));
    queue.submit(jobOf('mine, longer'));
    await answer(0, stale('theirs', 5));
    const state = queue.store.get();
    expect(state).toMatchObject({
      kind: 'conflict',
      job: { input: { title: 'mine, longer' } },
      serverVersion: { title: 'theirs', revision: 5 },
    });
    expect(sent).toHaveLength(1);
    queue.rebase({ id: 'a', revision: 5 });
    queue.submit(jobOf('mine, longer'));
    expect(sent[1]?.base).toEqual({ id: 'a', revision: 5 });
  });

  test('whose response was lost succeed when the server has their own version', async () => {
    const { queue, events, answer, kind } = setUpQueue();
    queue.submit(jobOf('one'));
    await answer(0, unreachable());
    queue.retryNow();
    await answer(1, stale('one', 2));
    expect([kind(), queue.base()?.revision]).toEqual(['idle', 2]);
    expect(events.at(-1)).toBe('saved one');
  });

  test('whose response was lost are no conflict for a newer draft', async () => {
    const { queue, sent, events, answer, kind } = setUpQueue();
    queue.submit(jobOf('one'));
    await answer(0, unreachable());
    queue.submit(jobOf('two'));
    await answer(1, stale('one', 2));
    expect(sent[2]).toMatchObject({ title: 'two', base: { id: 'a', revision: 2 } });
    await answer(2, saved(jobOf('two').input, 3));
    expect([kind(), queue.base()?.revision, events.at(-1)]).toEqual(['idle', 3, 'saved two']);
  });
});

describe('a new article', () => {
  test('is created once; a repeated create request that returns an older draft is followed by an update', async () => {
    const { queue, sent, events, answer } = setUpQueue(null);
    queue.submit(jobOf('one'));
    await answer(0, unreachable());
    queue.submit(jobOf('two'));
    await answer(1, saved(jobOf('one').input, 1));
    expect(sent[2]).toMatchObject({ title: 'two', base: { id: 'a', revision: 1 } });
    await answer(2, saved(jobOf('two').input, 2));
    expect(events).toEqual(['failed No connection.', 'saved two']);
  });

  test('is updated by a save that was queued when the response of its creation was lost', async () => {
    const { queue, sent, events, answer } = setUpQueue(null);
    queue.submit(jobOf('one'));
    queue.submit(jobOf('two'));
    await answer(0, unreachable());
    expect(sent[1]).toMatchObject({ title: 'two', base: null });
    await answer(1, saved(jobOf('one').input, 1));
    expect(sent[2]).toMatchObject({ title: 'two', base: { id: 'a', revision: 1 } });
    await answer(2, saved(jobOf('two').input, 2));
    expect(events).toEqual(['failed No connection.', 'saved two']);
  });

  test('that somebody else has saved in the meantime is a conflict, not an update of theirs', async () => {
    const { queue, sent, answer, kind } = setUpQueue(null);
    queue.submit(jobOf('one'));
    await answer(0, unreachable());
    queue.submit(jobOf('two'));
    await answer(1, saved(jobOf('theirs').input, 2));
    expect(sent[2]).toMatchObject({ title: 'two', base: { id: 'a', revision: 1 } });
    await answer(2, stale('theirs', 2));
    expect([kind(), sent.length]).toEqual(['conflict', 3]);
  });
});

describe('a save of text that was replaced', () => {
  const replaced = { id: 'a', revision: 7 };

  test('is cancelled while it waits', async () => {
    const { queue, sent, timers, answer, kind } = setUpQueue();
    queue.submit(jobOf('one', false));
    await answer(0, unreachable());
    queue.rebase(replaced);
    queue.retryNow();
    expect([kind(), timers.length, sent.length]).toEqual(['idle', 0, 1]);
  });

  test('is reported but not repeated if it fails later, and the next save does not overtake it', async () => {
    const { queue, sent, events, timers, answer, kind } = setUpQueue();
    queue.submit(jobOf('one', false));
    queue.submit(jobOf('queued', false));
    queue.rebase(replaced);
    expect(kind()).toBe('saving');
    queue.submit(jobOf('two'));
    expect(sent).toHaveLength(1);
    await answer(0, unreachable());
    expect(sent.slice(1)).toMatchObject([{ title: 'two', base: replaced }]);
    await answer(1, unreachable());
    expect([kind(), timers.length, events.length]).toEqual(['waiting', 1, 2]);
  });

  test('is not sent again when an earlier editor turns out to have created the article with an older text', async () => {
    const { queue, sent, answer, kind } = setUpQueue(null, true);
    queue.submit(jobOf('one', false));
    queue.stopRetrying();
    await answer(0, saved(jobOf('older').input, 1));
    expect([kind(), sent.length, queue.base()?.revision]).toEqual(['idle', 1, 1]);
  });
});

test('a save that fails after the editor was closed is not repeated', async () => {
  const { queue, timers, answer, kind } = setUpQueue();
  queue.submit(jobOf('one'));
  queue.stopRetrying();
  await answer(0, unreachable());
  expect([kind(), timers.length]).toEqual(['idle', 0]);
});
