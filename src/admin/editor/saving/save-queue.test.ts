import { describe, expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { emptyDraft, inputFrom } from '../draft/draft.ts';
import type { ArticleInput, NewsroomArticle } from '../newsroom-article.ts';
import { type Base, createSaveQueue, type SaveJob } from './save-queue.ts';

const unreachable = () => new ApiError('No line.', { status: 0, code: 'unreachable' });

function jobOf(title: string, isDraft = true): SaveJob {
  const draft = { ...emptyDraft('sports', ''), title, slug: 'a', excerpt: 'e', content: '<p>c</p>' };
  return { draft, input: inputFrom(draft, isDraft) };
}

const saved = (input: ArticleInput, revision: number): NewsroomArticle => ({
  ...input,
  tags: [...input.tags],
  id: 'a',
  revision,
  updated_at: '2025-01-05T00:00:00.000Z',
  updated_by_name: 'Grace',
});

const stale = (title: string, revision: number) =>
  new ApiError('Stale.', {
    status: 412,
    code: 'stale',
    problem: { current: saved(jobOf(title).input, revision) },
  });

/** A queue whose sends are answered by hand, and whose clock is wound by hand. */
function bench(base: Base | null = { id: 'a', revision: 1 }, mayExist = false) {
  const sent: { title: string; base: Base | null; answer: PromiseWithResolvers<NewsroomArticle> }[] = [];
  const heard: string[] = [];
  const timers: { work: () => void; milliseconds: number }[] = [];
  const queue = createSaveQueue({
    base,
    mayExist: () => mayExist,
    send(input, on) {
      const answer = Promise.withResolvers<NewsroomArticle>();
      sent.push({ title: input.title, base: on, answer });
      return answer.promise;
    },
    onSaved: (article) => heard.push(`saved ${article.title}`),
    onFailed: (message) => heard.push(`failed ${message}`),
    isOurs: (theirs, input) => theirs.title === input.title,
    later(work, milliseconds) {
      const timer = { work, milliseconds };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  const answer = async (index: number, outcome: NewsroomArticle | Error) => {
    if (outcome instanceof Error) sent[index]?.answer.reject(outcome);
    else sent[index]?.answer.resolve(outcome);
    await new Promise((done) => setImmediate(done));
  };
  return { queue, sent, heard, timers, answer, kind: () => queue.store.get().kind };
}

describe('saves', () => {
  test('never overlap: of those that wait only the last is sent, on what the first one made', async () => {
    const { queue, sent, heard, answer } = bench();
    for (const title of ['one', 'two', 'three']) queue.submit(jobOf(title));
    expect(sent.map(({ title }) => title)).toEqual(['one']);
    await answer(0, saved(jobOf('one').input, 2));
    expect(sent.map(({ title }) => title)).toEqual(['one', 'three']);
    expect(sent[1]?.base).toEqual({ id: 'a', revision: 2 });
    await answer(1, saved(jobOf('three').input, 3));
    expect(heard).toEqual(['saved one', 'saved three']);
    expect(queue.base()).toEqual({ id: 'a', revision: 3 });
  });

  test('that do not get through are tried again with growing pauses, and said to have failed once', async () => {
    const { queue, sent, heard, timers, answer, kind } = bench();
    queue.submit(jobOf('one'));
    const pauses = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      await answer(attempt, unreachable());
      expect(kind()).toBe('waiting');
      pauses.push(timers[0]?.milliseconds);
      timers[0]?.work();
      expect(timers).toHaveLength(0);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    await answer(7, saved(jobOf('one').input, 2));
    expect(heard).toEqual(['failed No line.', 'saved one']);
    expect(sent).toHaveLength(8);
  });

  test('wait as long as the server asks', async () => {
    const { queue, timers, answer } = bench();
    queue.submit(jobOf('one'));
    await answer(0, new ApiError('Busy.', { status: 429, code: 'too_many', retryAfterSeconds: 45 }));
    expect(timers[0]?.milliseconds).toBe(45_000);
  });

  test('are tried at once when the line is back or somebody asks again, with the newest words', async () => {
    const { queue, sent, timers, answer } = bench();
    queue.submit(jobOf('one'));
    await answer(0, unreachable());
    queue.wake();
    expect(sent).toHaveLength(2);
    await answer(1, unreachable());
    queue.submit(jobOf('two'));
    expect(sent[2]?.title).toBe('two');
    expect(timers).toHaveLength(0);
  });

  test('that are refused stay refused until somebody saves again', async () => {
    const { queue, heard, timers, answer } = bench();
    queue.submit(jobOf('one'));
    await answer(0, new ApiError('Taken.', { status: 409, code: 'conflict', fields: { slug: 'In use.' } }));
    expect(queue.store.get()).toMatchObject({
      kind: 'failed',
      message: 'Taken.',
      fields: { slug: 'In use.' },
    });
    expect(timers).toHaveLength(0);
    expect(heard).toEqual(['failed Taken.']);
  });

  test('that were stopped are not tried again', async () => {
    const { queue, sent, timers, answer, kind } = bench();
    queue.submit(jobOf('one'));
    await answer(0, unreachable());
    queue.stop();
    queue.wake();
    expect([timers.length, sent.length, kind()]).toEqual([0, 1, 'failed']);
  });

  test('on an older revision ask, with the newest words, and can be saved over the newer one', async () => {
    const { queue, sent, answer } = bench();
    queue.submit(jobOf('mine'));
    queue.submit(jobOf('mine, longer'));
    await answer(0, stale('theirs', 5));
    const state = queue.store.get();
    expect(state).toMatchObject({
      kind: 'stale',
      job: { input: { title: 'mine, longer' } },
      theirs: { title: 'theirs', revision: 5 },
    });
    expect(sent).toHaveLength(1);
    queue.rebase({ id: 'a', revision: 5 });
    queue.submit(jobOf('mine, longer'));
    expect(sent[1]?.base).toEqual({ id: 'a', revision: 5 });
  });

  test('whose answer was lost find their own words on the server and are done', async () => {
    const { queue, heard, answer, kind } = bench();
    queue.submit(jobOf('one'));
    await answer(0, unreachable());
    queue.wake();
    await answer(1, stale('one', 2));
    expect([kind(), queue.base()?.revision]).toEqual(['idle', 2]);
    expect(heard.at(-1)).toBe('saved one');
  });
});

describe('a new article', () => {
  test('is created once: a repeated creation that answers with older words is followed by a save', async () => {
    const { queue, sent, heard, answer } = bench(null);
    queue.submit(jobOf('one'));
    await answer(0, unreachable());
    queue.submit(jobOf('two'));
    await answer(1, saved(jobOf('one').input, 1));
    expect(sent[2]).toMatchObject({ title: 'two', base: { id: 'a', revision: 1 } });
    await answer(2, saved(jobOf('two').input, 2));
    expect(heard).toEqual(['failed No line.', 'saved two']);
  });

  test('that an earlier editor may have created is looked at as well', async () => {
    const { queue, sent, answer } = bench(null, true);
    queue.submit(jobOf('two'));
    await answer(0, saved(jobOf('one').input, 1));
    expect(sent[1]?.base).toEqual({ id: 'a', revision: 1 });
  });
});
