import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post } from '../accounts.ts';
import { KINDS, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeDraft } from '../factories.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly comment_text: string;
  readonly created_at: string;
}

const PATIENCE = { timeout: 8_000, interval: 50 };

let networks = 0;

/** Each from a network of its own: what one of them may post is another test's matter. */
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${(networks += 1)}` });

describe.each(KINDS)('the form under an article, on the %s database', (on) => {
  let app: TestApp;
  let sequence = 0;
  beforeAll(async () => {
    app = await testApp({ on, env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => app.close());

  const anArticle = async () => {
    const slug = `piece-${(sequence += 1)}`;
    return { ...(await makeArticle(app.database, { slug })), path: `/article/${slug}` };
  };
  const send = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = elsewhere(),
  ) => app.fetch(`${path}/comments`, { method: 'POST', body: new URLSearchParams(fields), headers });
  const page = async (path: string) => (await app.fetch(path)).text();
  const typed = { user_email: 'Rosa@Reader.example', comment_text: 'I have been there.\nTwice.' };

  test('brings the writer back to the article, which shows the comment', async () => {
    const { path } = await anArticle();
    expect(await page(path)).toContain('No comments yet. Be the first to share your thoughts!');
    const answer = await send(path, typed);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?posted=yes#comments`]);
    expect(answer.headers.has('set-cookie')).toBe(false);
    for (const shown of [`${path}?posted=yes`, path]) {
      const html = await page(shown);
      expect(html).toContain('I have been there.\nTwice.');
      expect(html).toContain('1 comment');
      expect(html.toLowerCase()).not.toMatch(/rosa|reader\.example/);
    }
    expect(await page(`${path}?posted=yes`)).toContain(
      'Comment posted!</strong> Thank you for joining the conversation.',
    );
    expect(await page(path)).not.toContain('Comment posted!');
  });

  test('sent twice by a second click is one comment', async () => {
    const { path } = await anArticle();
    const said = { ...typed, comment_text: 'Sent by an impatient finger.' };
    const answers = await Promise.all([send(path, said), send(path, said), send(path, said)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    await send(path, said);
    expect(await page(path)).toContain('1 comment');
  });

  test('is held back when the same was said elsewhere', async () => {
    const [one, other] = [await anArticle(), await anArticle()];
    const said = { ...typed, comment_text: 'My uncle sells shoes of the best kind.' };
    await send(one.path, said);
    await send(other.path, {
      user_email: 'other@reader.example',
      comment_text: said.comment_text.toUpperCase(),
    });
    expect(await page(one.path)).toContain('My uncle sells shoes');
    expect(await page(other.path)).toContain('No comments yet');
  });

  test('says what is missing, and keeps what was typed', async () => {
    const { path } = await anArticle();
    const answer = await send(path, { user_email: '"><b>@x', comment_text: '  ' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([422, 'no-store']);
    const html = await answer.text();
    expect(html).toContain('Please fill all fields</strong>Email and comment are required');
    expect(html).toContain('Please enter a whole email address');
    expect(html).toContain('Please write a comment.');
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(html).toContain('&quot;&gt;&lt;b&gt;@x');
    expect(html).not.toContain('<b>@x');
    expect(await page(path)).not.toContain('Please fill all fields');
    expect(await page(path)).toContain('No comments yet');
  });

  test('knows drafts as little as what never was', async () => {
    const draft = await makeDraft(app.database, { slug: `draft-${sequence}` });
    const answers = await Promise.all([
      send(`/article/${draft.slug}`, typed),
      send('/article/never-was', typed),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    const [one, other] = await Promise.all(answers.map((answer) => answer.text()));
    expect(one).toBe(other);
  });

  test('is held back, and looks posted, when it looks like spam', async () => {
    const { path } = await anArticle();
    const held = [
      { ...typed, website: 'https://spam.example' },
      { ...typed, comment_text: 'http://a.example http://b.example http://c.example' },
      { ...typed, comment_text: '[url=http://x.example]cheap[/url]' },
    ];
    for (const fields of held) {
      const answer = await send(path, fields);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?posted=yes#comments`]);
    }
    const html = await page(`${path}?posted=yes`);
    expect(html).toContain('Comment posted!');
    expect(html).not.toMatch(/spam\.example|a\.example|cheap/);
    expect(await page(path)).toContain('No comments yet');
  });

  test('is limited by network, with the words of the refusal and what was typed', async () => {
    const { path } = await anArticle();
    const headers = elsewhere();
    for (let number = 0; number < 10; number++)
      expect((await send(path, { ...typed, comment_text: `Thought ${number}` }, headers)).status).toBe(303);
    const refused = await send(path, { ...typed, comment_text: 'One too many' }, headers);
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([429, 'no-store']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const html = await refused.text();
    expect(html).toContain('Failed to post comment');
    expect(html).toContain('One too many');
    expect((await send(path, { ...typed, comment_text: 'From elsewhere' })).status).toBe(303);
  });

  test('refuses what is far too long before anything else, and counts it in vain for nobody else', async () => {
    const { path } = await anArticle();
    const said = { ...typed, comment_text: `a${' '.repeat(200_000)}b` };
    const refused = await send(path, said);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('A comment has at most 5,000 characters; this one has 200,002.');
    expect(await page(path)).toContain('No comments yet');
  });

  test('counts also forms that are not complete, and the networks of one customer together', async () => {
    const { path } = await anArticle();
    const from = (network: number) => ({ 'x-forwarded-for': `[2001:db8:7:${network.toString(16)}::1]:4711` });
    const empty = { ...typed, comment_text: '' };
    const ask = async (network: number) => (await send(path, empty, from(network))).status;
    for (let time = 0; time < 10; time++) expect(await ask(1)).toBe(422);
    expect(await ask(1)).toBe(429);
    // ten each, sixteen times as many for all of them
    for (let network = 2; network <= 16; network++)
      for (let time = 0; time < 10; time++) expect(await ask(network)).toBe(422);
    expect(await ask(17)).toBe(429);
    const neighbour = { 'x-forwarded-for': '2001:db8:8:1::1' };
    expect((await send(path, empty, neighbour)).status).toBe(422);
  });

  test('takes no comments from the pages of others, and no other kind of body', async () => {
    const { path } = await anArticle();
    const foreign = await send(path, typed, { ...elsewhere(), 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect((await post(app, `${path}/comments`, typed, elsewhere())).status).toBe(415);
    const large = await send(path, { ...typed, comment_text: 'a'.repeat(300_000) });
    expect(large.status).toBe(413);
    expect(await page(path)).toContain('No comments yet');
  });

  test('leads whoever comes by a plain link to the comments', async () => {
    const { path } = await anArticle();
    const answer = await app.fetch(`${path}/comments`);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `${path}#comments`]);
    expect((await app.fetch(`${path}?posted=no`)).status).toBe(404);
  });
});

describe('the same in the API', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ env: { TRUST_PROXY: '1' } });
    await makeArticle(app.database, { slug: 'discussed' });
  });
  afterAll(() => app.close());

  const send = (body: object, headers = elsewhere()) =>
    post(app, '/api/articles/discussed/comments', body, headers);
  const typed = { user_email: 'rosa@reader.example', comment_text: 'I have been there.' };
  const listed = async () => {
    const answer = await app.fetch('/api/articles/discussed/comments');
    return ((await answer.json()) as { comments: Listed[] }).comments;
  };

  test('answers with the comment, neither the address nor the pseudonym in it', async () => {
    const answer = await send(typed);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { id, ...told } = (await answer.json()) as { id: string };
    expect(told).toEqual({ comment_text: 'I have been there.', created_at: expect.any(String) });
    const comments = await listed();
    expect(comments).toMatchObject([{ id, name: expect.stringMatching(/^Reader \w{4}$/) }]);
  });

  test('answers alike for one that is held', async () => {
    const [shown, held] = await Promise.all([
      send({ ...typed, comment_text: 'Shown' }),
      send({ ...typed, comment_text: 'Held', open_for_ms: 20 }),
    ]);
    expect(held.status).toBe(shown.status);
    const [one, other] = await Promise.all([shown.json(), held.json()]);
    expect(Object.keys(other as object)).toEqual(Object.keys(one as object));
    expect([...held.headers.keys()]).toEqual([...shown.headers.keys()]);
    const html = await (await app.fetch('/article/discussed')).text();
    expect(html).toContain('Shown');
    expect(html).not.toContain('Held');
  });

  test('says which field needs another look', async () => {
    const answer = await send({ user_email: '', comment_text: '\u200b' });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: 'unprocessable',
      detail: 'Email and comment are required',
      fields: { user_email: 'Please enter your email.', comment_text: 'Please write a comment.' },
    });
    const long = await send({ ...typed, comment_text: 'a'.repeat(5001) });
    expect(await long.json()).toMatchObject({ fields: { comment_text: expect.stringContaining('5,001') } });
    expect((await send({ ...typed, status: 'published' })).status).toBe(422);
  });

  test('does not say that a comment was there before, nor which it is', async () => {
    const said = { ...typed, comment_text: 'I have been there, and it was raining.' };
    await send(said);
    const findShown = async () =>
      (await listed()).find(({ comment_text: text }) => text === said.comment_text);
    // A page that was renewed a moment ago rests before it is renewed again.
    await expect.poll(findShown, PATIENCE).toBeDefined();
    const shown = await findShown();
    const answers: Record<string, string>[] = [];
    // The same again by its writer, and by somebody else, which is held as a repetition.
    for (const user_email of [typed.user_email, 'other@reader.example'])
      answers.push((await (await send({ ...said, user_email })).json()) as Record<string, string>);
    for (const { id, created_at } of answers) {
      expect(id).not.toBe(shown?.id);
      expect(created_at).not.toBe(shown?.created_at);
    }
    expect(answers.map(Object.keys)).toEqual(Array.from(answers, () => ['id', 'comment_text', 'created_at']));
    const html = await (await app.fetch('/article/discussed')).text();
    expect(html.split(said.comment_text)).toHaveLength(2);
  });
});
