import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postJson } from '../accounts.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeDraft } from '../factories.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly comment_text: string;
  readonly created_at: string;
}

const POLL_OPTIONS = { timeout: 30_000, interval: 50 };

let networks = 0;

/** Each request comes from its own network; rate limits have their own tests. */
const fromNewNetwork = () => ({ 'x-forwarded-for': `203.0.113.${(networks += 1)}` });

describe.each(DATABASE_KINDS)('the form under an article, on the %s database', (databaseKind) => {
  let app: TestApp;
  let sequence = 0;
  beforeAll(async () => {
    app = await testApp({ databaseKind, env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => app.close());

  const anArticle = async () => {
    const slug = `piece-${(sequence += 1)}`;
    return { ...(await makeArticle(app.database, { slug })), path: `/article/${slug}` };
  };
  const send = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = fromNewNetwork(),
  ) => app.fetch(`${path}/comments`, { method: 'POST', body: new URLSearchParams(fields), headers });
  const page = async (path: string) => (await app.fetch(path)).text();
  const input = { user_email: 'Rosa@Reader.example', comment_text: 'I have been there.\nTwice.' };

  test('redirects to the article, which shows the comment', async () => {
    const { path } = await anArticle();
    expect(await page(path)).toContain('No comments yet. Be the first to share your thoughts!');
    const response = await send(path, input);
    expect([response.status, response.headers.get('location')]).toEqual([303, `${path}?posted=yes#comments`]);
    expect(response.headers.has('set-cookie')).toBe(false);
    for (const shown of [`${path}?posted=yes`, path]) {
      await expect.poll(() => page(shown), POLL_OPTIONS).toContain('I have been there.\nTwice.');
      const html = await page(shown);
      expect(html).toContain('1 comment');
      expect(html.toLowerCase()).not.toMatch(/rosa|reader\.example/);
    }
    expect(await page(`${path}?posted=yes`)).toContain(
      'Comment posted!</strong> Thank you for joining the conversation.',
    );
    expect(await page(path)).not.toContain('Comment posted!');
  });

  test('stores a double submission once', async () => {
    const { path } = await anArticle();
    const repeated = { ...input, comment_text: 'Sent by an impatient finger.' };
    const responses = await Promise.all([send(path, repeated), send(path, repeated), send(path, repeated)]);
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
    await send(path, repeated);
    expect(await page(path)).toContain('1 comment');
  });

  test('answers each of many at the same moment for itself', async () => {
    const [{ path }, other] = [await anArticle(), await anArticle()];
    const repeated = 'Buy these shoes now, my friends!';
    const cases: [number, string, Record<string, string>][] = [
      [303, path, { comment_text: 'One of many.' }],
      [404, '/article/never-was', { comment_text: 'Lost.' }],
      [303, other.path, { comment_text: 'On another page.' }],
      [422, path, { comment_text: ' ' }],
      [303, path, { comment_text: repeated, user_email: 'a@shop.example' }],
      [303, path, { comment_text: repeated, user_email: 'b@shop.example' }],
      [303, path, { comment_text: 'Pills!', website: 'https://spam.example' }],
      [303, path, { comment_text: 'Two of many.' }],
    ];
    const responses = await Promise.all(
      cases.map(([, target, fields]) => send(target, { ...input, ...fields })),
    );
    expect(responses.map(({ status }) => status)).toEqual(cases.map(([status]) => status));
    await expect.poll(() => page(path), POLL_OPTIONS).toContain('3 comments');
    const html = await page(path);
    for (const text of ['One of many.', 'Two of many.']) expect(html).toContain(text);
    expect(html.split(repeated)).toHaveLength(2);
    expect(html).not.toMatch(/Pills|another page|Lost/);
    await expect.poll(() => page(other.path), POLL_OPTIONS).toContain('On another page.');
  });

  test('reports missing fields, and keeps the input', async () => {
    const { path } = await anArticle();
    const response = await send(path, { user_email: '"><b>@x', comment_text: '  ' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([422, 'no-store']);
    const html = await response.text();
    expect(html).toContain('Please fill all fields</strong>Email and comment are required');
    expect(html).toContain('Please enter a complete email address');
    expect(html).toContain('Please write a comment.');
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(html).toContain('&quot;&gt;&lt;b&gt;@x');
    expect(html).not.toContain('<b>@x');
    expect(await page(path)).not.toContain('Please fill all fields');
    expect(await page(path)).toContain('No comments yet');
  });

  test('answers the same for a draft and for an unknown article', async () => {
    const draft = await makeDraft(app.database, { slug: `draft-${sequence}` });
    const responses = await Promise.all([
      send(`/article/${draft.slug}`, input),
      send('/article/never-was', input),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
    const [one, other] = await Promise.all(responses.map((response) => response.text()));
    expect(one).toBe(other);
  });

  test('holds likely spam for moderation, with the response of a published comment', async () => {
    const { path } = await anArticle();
    const spam = [
      { ...input, website: 'https://spam.example' },
      { ...input, comment_text: 'http://a.example http://b.example http://c.example' },
      { ...input, comment_text: '[url=http://x.example]cheap[/url]' },
    ];
    for (const fields of spam) {
      const response = await send(path, fields);
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `${path}?posted=yes#comments`,
      ]);
    }
    const html = await page(`${path}?posted=yes`);
    expect(html).toContain('Comment posted!');
    expect(html).not.toMatch(/spam\.example|a\.example|cheap/);
    expect(await page(path)).toContain('No comments yet');
  });

  test('is limited by network, and keeps the input with the error', async () => {
    const { path } = await anArticle();
    const headers = fromNewNetwork();
    for (let number = 0; number < 10; number++)
      expect((await send(path, { ...input, comment_text: `Thought ${number}` }, headers)).status).toBe(303);
    const refused = await send(path, { ...input, comment_text: 'One too many' }, headers);
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([429, 'no-store']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const html = await refused.text();
    expect(html).toContain('Failed to post comment');
    expect(html).toContain('One too many');
    expect((await send(path, { ...input, comment_text: 'From elsewhere' })).status).toBe(303);
  });
});

describe('posting a comment through the API', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ env: { TRUST_PROXY: '1' } });
    await makeArticle(app.database, { slug: 'discussed' });
  });
  afterAll(() => app.close());

  const send = (body: object, headers = fromNewNetwork()) =>
    postJson(app, '/api/articles/discussed/comments', body, headers);
  const input = { user_email: 'rosa@reader.example', comment_text: 'I have been there.' };
  const listed = async () => {
    const response = await app.fetch('/api/articles/discussed/comments');
    return ((await response.json()) as { comments: Listed[] }).comments;
  };

  test('answers with the comment, without address or pseudonym', async () => {
    const response = await send(input);
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { id, ...told } = (await response.json()) as { id: string };
    expect(told).toEqual({ comment_text: 'I have been there.', created_at: expect.any(String) });
    const comments = await listed();
    expect(comments).toMatchObject([{ id, name: expect.stringMatching(/^Reader \w{4}$/) }]);
  });

  test('answers the same for a pending comment', async () => {
    const [published, pending] = await Promise.all([
      send({ ...input, comment_text: 'Shown' }),
      send({ ...input, comment_text: 'Held', open_for_ms: 20 }),
    ]);
    expect(pending.status).toBe(published.status);
    const [one, other] = await Promise.all([published.json(), pending.json()]);
    expect(Object.keys(other as object)).toEqual(Object.keys(one as object));
    expect([...pending.headers.keys()]).toEqual([...published.headers.keys()]);
    const html = await (await app.fetch('/article/discussed')).text();
    expect(html).toContain('Shown');
    expect(html).not.toContain('Held');
  });

  test('does not reveal that a comment is a repetition', async () => {
    const repeated = { ...input, comment_text: 'I have been there, and it was raining.' };
    await send(repeated);
    const findShown = async () =>
      (await listed()).find(({ comment_text: text }) => text === repeated.comment_text);
    // A page is revalidated at most once per interval.
    await expect.poll(findShown, POLL_OPTIONS).toBeDefined();
    const shown = await findShown();
    const responses: Record<string, string>[] = [];
    // Repeated by the same address, and by another one, which is held as a repetition.
    for (const user_email of [input.user_email, 'other@reader.example'])
      responses.push((await (await send({ ...repeated, user_email })).json()) as Record<string, string>);
    for (const { id, created_at } of responses) {
      expect(id).not.toBe(shown?.id);
      expect(created_at).not.toBe(shown?.created_at);
    }
    expect(responses.map(Object.keys)).toEqual(
      Array.from(responses, () => ['id', 'comment_text', 'created_at']),
    );
    const countOnPage = async () =>
      (await (await app.fetch('/article/discussed')).text()).split(repeated.comment_text).length - 1;
    await expect.poll(countOnPage).toBe(1);
  });
});
