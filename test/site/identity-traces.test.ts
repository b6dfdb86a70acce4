import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FEED_FORMATS, feedPath } from '#domain/articles/feeds/feed.ts';
import { adminHeaders, makeAccount, postJson } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { createAuthor, linkedTo } from '../author-api.ts';
import { uploadLogos } from '../logos.ts';
import { approveIssue, makeSubscribers, pathsIn } from '../newsletter.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { OTHER_IDENTITY, tracesIn, unchangedIdentity } from '../other-identity.ts';
import { createPage } from '../own-page-api.ts';
import { changeSettings } from '../settings.ts';
import { type Received, type SmtpTestServer, startSmtp } from '../smtp.ts';
import { createWebhook } from '../webhook-receiver.ts';
import { crawl, type Visited } from './crawl.ts';

/** The paths of routes with parameters. Every other route is requested as it is written. */
interface Examples {
  readonly [pattern: string]: string;
}

const READER = 'ada@reader.example';

/** Creates one of each thing that has a page, and returns the paths of those pages. */
async function publish(app: TestApp): Promise<Examples> {
  const newsroom = await newsroomApi(app);
  const author = await createAuthor(newsroom, 'Noor Haddad');
  const article = await newsroom.create({
    slug: 'rain',
    is_draft: false,
    authors: [linkedTo(author)],
    tags: ['Rain'],
  });
  await postJson(app, '/api/articles/rain/comments', { user_email: READER, comment_text: 'Indeed.' });
  await postJson(app, '/api/contact', { name: 'Ada', email: READER, subject: 'Hello', message: 'There' });
  const { body: messages } = await newsroom.request<{ messages: { id: string }[] }>('GET', '/messages');
  const { body: comments } = await newsroom.request<{ comments: { id: string }[] }>(
    'GET',
    `/articles/${article.id}/comments`,
  );
  await makeSubscribers(app.database, ['sub@reader.example']);
  const issue = await approveIssue(app.database);
  const deleted = await newsroom.create({ slug: 'deleted', is_draft: false });
  await newsroom.request('DELETE', `/articles/${deleted.id}`, undefined, {
    'if-match': `"${deleted.revision}"`,
  });
  const home = await (await app.fetch('/')).text();
  const { body: listing } = await newsroom.request<{ sections: { id: string }[] }>('GET', '/sections');
  const page = await createPage(newsroom, 'Code of conduct');
  const { body: staff } = await newsroom.request<{ people: { id: string }[] }>('GET', '/people');
  const { webhook } = await createWebhook(newsroom, 'https://receiver.example/');
  const sitemap = await (await app.fetch('/sitemap.xml')).text();
  const archive = await (await app.fetch('/articles/archive')).text();
  const archiveExamples = app.routes
    .filter(({ path }) => path.startsWith('/articles/archive/:year'))
    .map(({ path }) => {
      const example = path.includes(':month') ? /\/articles\/archive\/\d+\/\d+/ : /\/articles\/archive\/\d+/;
      return [path, example.exec(archive)?.[0] ?? ''];
    });
  const ids: Readonly<Record<string, string | undefined>> = {
    articles: article.id,
    authors: author.id,
    issues: issue,
    messages: messages.messages[0]?.id,
    pages: page.id,
    people: staff.people[0]?.id,
    sections: listing.sections[0]?.id,
    webhooks: webhook.id,
  };
  const newsroomRoutes = app.routes
    .filter(({ method, path }) => method === 'GET' && /^\/api\/newsroom\/.*:/.test(path))
    .map(({ path }) => path);
  const exampleOf = (path: string) =>
    path
      .replace(/(\w+)\/:id/, (_, resource: string) => `${resource}/${ids[resource]}`)
      .replace(':revision', '1')
      .replace(':slug', 'sports')
      .replace(':file', 'views.csv')
      .replace(/copies$/, 'copies?status=accepted');
  return {
    '/*': '/unknown',
    '/admin/*': '/admin/article-editor/sports',
    [app.routes.find(({ path }) => path.startsWith('/appearance/'))?.path ?? '']:
      /\/appearance\/[\w-]+\.css/.exec(home)?.[0] ?? '',
    '/media/*': '/media/unknown',
    [app.routes.find(({ path }) => path.startsWith('/media/social/'))?.path ?? '']:
      `/media/social/${article.id}/${'x'.repeat(22)}.png`,
    '/article/:slug': '/article/deleted',
    '/article/:slug/comments': '/article/rain/comments',
    '/article/:slug/comments/:id': `/article/rain/comments/${comments.comments[0]?.id}`,
    '/:slug': '/code-of-conduct',
    '/author/:slug': `/author/${author.slug}`,
    ...feedExamples('/author/:slug', `/author/${author.slug}`),
    '/tag/:slug': '/tag/rain',
    ...feedExamples('/tag/:slug', '/tag/rain'),
    '/:section': '/sports',
    ...feedExamples('/:section', '/sports'),
    '/articles/:section': '/articles/global-politics',
    ...feedExamples('/articles/:section', '/articles/global-politics'),
    ...Object.fromEntries(archiveExamples),
    '/newsletter/issues/:number': '/newsletter/issues/1',
    [app.routes.find(({ path }) => path.startsWith('/:file{sitemap'))?.path ?? '']:
      /\/sitemap-articles-[\w-]+\.xml/.exec(sitemap)?.[0] ?? '',
    '/api/articles/:slug': '/api/articles/rain',
    '/api/articles/:slug/comments': '/api/articles/rain/comments',
    '/api/categories/:slug': '/api/categories/sports',
    ...Object.fromEntries(newsroomRoutes.map((path) => [path, exampleOf(path)])),
    // The first one has the default text.
    '/api/newsroom/about/revisions/:revision': '/api/newsroom/about/revisions/2',
  };
}

const feedExamples = (pattern: string, page: string): Examples =>
  Object.fromEntries(FEED_FORMATS.map((format) => [feedPath(pattern, format), feedPath(page, format)]));

/** Requests everything that sends an email. */
async function causeEmails(
  app: TestApp,
  headers: Readonly<Record<string, string>>,
  issuePath: string,
): Promise<void> {
  const existing = await makeAccount(app, { role: 'admin' });
  const newcomer = { name: 'Ada', email: READER, password: 'nine small herons fishing' };
  const responses = [
    await postJson(app, '/api/accounts', newcomer),
    await postJson(app, '/api/accounts', { ...newcomer, email: existing.email }),
    await postJson(app, '/api/password-resets', { email: existing.email }),
    await postJson(app, '/api/newsletter', { email: READER }),
    await app.fetch('/your-data', { method: 'POST', body: new URLSearchParams({ email: READER }) }),
    await postJson(app, '/api/newsroom/people', { email: 'new@reader.example', role: 'editor' }, headers),
    await postJson(app, '/api/newsroom/system/mail-tests', {}, headers),
    await postJson(app, `${issuePath}/tests`, { email: existing.email }, headers),
  ];
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 202, 202, 303, 201, 200, 202]);
}

/** Jobs that enqueue an email run in the first round, those that send it in the next ones. */
async function runJobs(app: TestApp): Promise<void> {
  for (let round = 0; round < 4; round++) await app.jobs.runDue();
}

describe.each(databaseKindsFor(import.meta.filename))('with another identity (%s)', (databaseKind) => {
  let smtp: SmtpTestServer;
  let app: TestApp;
  let examples: Examples;
  let headers: Readonly<Record<string, string>>;
  let visited: readonly Visited[];
  let emails: readonly Received[];

  beforeAll(async () => {
    smtp = await startSmtp();
    app = await testApp({ databaseKind, env: { SMTP_URL: smtp.url } });
    headers = await adminHeaders(app);
    await changeSettings(app, headers, { ...OTHER_IDENTITY, ...(await uploadLogos(app, headers)) });
    examples = await publish(app);
    await causeEmails(app, headers, examples['/api/newsroom/newsletter/issues/:id'] ?? '');
    await runJobs(app);
    emails = await smtp.received();
    visited = [
      ...(await crawl(app, PUBLIC_URL)),
      ...(await visitRoutes()),
      ...(await visitLinks()),
      ...(await visitRejectedForms()),
    ];
  });
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const readRoutes = () => [
    ...new Set(app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)),
  ];

  /** Sends forms with errors, which render a page for one reader. */
  async function visitRejectedForms(): Promise<Visited[]> {
    const forms = ['/newsletter', '/contact', '/your-data', '/article/rain/comments'];
    const body = new URLSearchParams({ email: 'nobody' });
    return Promise.all(forms.map((path) => visit(path, { method: 'POST', body })));
  }

  async function visit(path: string, init?: RequestInit): Promise<Visited> {
    const response = await app.fetch(path, init);
    return { path, status: response.status, text: await response.text() };
  }

  async function visitRoutes(): Promise<Visited[]> {
    const paths = readRoutes().map((pattern) => examples[pattern] ?? pattern);
    const pages: Visited[] = [];
    // One after the other: a site that is busy with all of them at once reports that it is not ready.
    for (const path of paths) pages.push(await visit(path, { headers }));
    return pages;
  }

  /** Opens the pages behind the links in emails. */
  async function visitLinks(): Promise<Visited[]> {
    const text = emails.map(({ mail }) => mail.text ?? '').join('\n');
    return Promise.all(pathsIn(text).map((path) => visit(path)));
  }

  test('every setting of the identity is different', () => {
    expect(unchangedIdentity()).toEqual([]);
  });

  test('every route was visited', () => {
    const missing = readRoutes().filter((path) => /[:*{]/.test(path) && examples[path] === undefined);
    expect(missing, 'routes with parameters and without an example').toEqual([]);
    const failed = visited.filter(({ status }) => status >= 500);
    expect(failed.map(({ path }) => path)).toEqual([]);
    const statuses = new Map(visited.toReversed().map(({ path, status }) => [path, status]));
    const rejected = Object.values(examples).filter((path) => (statuses.get(path) ?? 0) >= 400);
    expect(rejected).toEqual(['/unknown', '/media/unknown', '/article/deleted']);
  });

  test('every page has the name, and the texts are shown', () => {
    const pages = visited.filter(({ text }) => text.startsWith('<!doctype html>'));
    expect(pages.length).toBeGreaterThan(40);
    expect(pages.filter(({ text }) => !text.includes('Harbour Post')).map(({ path }) => path)).toEqual([]);
    const files = visited.filter(({ path }) => /^\/(appearance\/)?[^/]+\.[a-z]+$/.test(path));
    const all = [...pages, ...files].map(({ text }) => text).join('\n');
    // Two settings are not shown: an address, and a choice.
    const texts = Object.values({ ...OTHER_IDENTITY, contact_recipient: '', home_latest: '' }).flat();
    const missing = texts.filter((text) => typeof text === 'string' && !all.includes(text));
    expect(missing).toEqual([]);
  });

  test('every reader page has the other navigation and no part of the default one', () => {
    const pages = visited.filter(({ text }) => text.includes('class="site-bar'));
    expect(pages.length).toBeGreaterThan(30);
    const navigationOf = (text: string) =>
      Array.from(text.matchAll(/<(header|footer) class="site-.*?<\/\1>/gs), ([part]) => part).join();
    for (const { path, text } of pages) {
      const navigation = navigationOf(text);
      for (const label of ['Quay', 'Logbook', 'Decks', 'Sounds', 'Tackle', 'Crew', 'Letters', 'Ahoy'])
        expect([path, label, navigation.includes(label)]).toEqual([path, label, true]);
      for (const label of ['>Home<', '>Articles<', '>Content<', '>Media<', '>Newsletter<', '>Coverage<'])
        expect([path, label, navigation.includes(label)]).toEqual([path, label, false]);
    }
  });

  test('every page has the logo and the icon, and none the default ones', () => {
    const pages = visited.filter(({ text }) => text.startsWith('<!doctype html>'));
    const isNewsroom = ({ path }: Visited) => /^\/(?:login|admin)/.test(path);
    const isOther = (page: Visited) =>
      page.text.includes('href="/media/icons/') &&
      (isNewsroom(page) || page.text.includes('src="/media/logos/')) &&
      !/favicon|apple-touch-icon\.png|logo-meridian/.test(page.text);
    expect(pages.filter((page) => !isOther(page)).map(({ path }) => path)).toEqual([]);
    const manifest = visited.find(({ path }) => path === '/manifest.webmanifest');
    expect(manifest?.text).toContain('/media/icons/');
    expect(manifest?.text).not.toMatch(/favicon|\/icon-/);
  });

  test('no page, feed, sitemap or response of the API has a text of the default identity', () => {
    // The newsroom has the defaults of all settings in its code.
    const documents = visited.filter(({ path }) => !path.startsWith('/assets/'));
    const found = documents.flatMap(({ path, text }) => tracesIn(text).map((trace) => `${path}: ${trace}`));
    expect([...new Set(found)]).toEqual([]);
  });

  test('no script or style sheet of the reader site has a text of the default identity', async () => {
    const paths = new Set(
      visited.flatMap(({ path, text }) =>
        /^\/(?:login|admin)/.test(path) ? [] : (text.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []),
      ),
    );
    expect(paths.size).toBeGreaterThan(3);
    const files = await Promise.all([...paths].map((path) => visit(path)));
    // The default colors stay in the built style sheets. The generated one, which comes later, overrides them.
    const found = files.flatMap(({ path, text }) => tracesIn(text).map((trace) => ({ path, trace })));
    expect(found.filter(({ trace }) => !trace.startsWith('#'))).toEqual([]);
  });

  test('no email has a text of the default identity', () => {
    const subjects = new Set(emails.map(({ mail }) => mail.subject));
    const expected = [
      'An issue',
      'Choose a new password for Harbour Post',
      'Confirm your address for Harbour Post',
      'Confirm your subscription to Harbour Post',
      'Hello',
      'Join the newsroom of Harbour Post',
      'Receive the contact messages of Harbour Post',
      'Test email of Harbour Post',
      'What Harbour Post stores about you',
      'Your account at Harbour Post',
      '[Test] An issue',
    ];
    expect(subjects).toEqual(new Set(expected));
    for (const { raw, mail } of emails) {
      expect(mail.from?.address).toBe('post@harbour.example');
      expect(tracesIn([raw, mail.text, mail.html, mail.subject].join('\n'))).toEqual([]);
    }
  });
});
