import { expect } from 'vitest';
import { FEED_FORMATS, feedPath } from '#domain/articles/feeds/feed.ts';
import { makeAccount, postJson } from '../accounts.ts';
import type { TestApp } from '../app.ts';
import { createAuthor, linkedTo } from '../author-api.ts';
import { approveIssue, makeSubscribers } from '../newsletter.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { createPage } from '../own-page-api.ts';
import { createWebhook } from '../webhook-receiver.ts';

/** The paths of routes with parameters. Every other route is requested as it is written. */
export interface Examples {
  readonly [pattern: string]: string;
}

const READER = 'ada@reader.example';

const inNewsroom = (path: string) => `/api/newsroom${path}`;

/** Creates one of each thing that has a page, and returns the paths of those pages. */
export async function publish(app: TestApp): Promise<Examples> {
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
    '/api/newsroom/categories/:slug': inNewsroom('/categories/sports'),
    '/api/newsroom/sections/:id': inNewsroom(`/sections/${listing.sections[0]?.id}`),
    '/api/newsroom/messages/:id': inNewsroom(`/messages/${messages.messages[0]?.id}`),
    '/api/newsroom/articles/:id': inNewsroom(`/articles/${article.id}`),
    '/api/newsroom/articles/:id/notes': inNewsroom(`/articles/${article.id}/notes`),
    '/api/newsroom/articles/:id/preview-links': inNewsroom(`/articles/${article.id}/preview-links`),
    '/api/newsroom/articles/:id/publication-check': inNewsroom(`/articles/${article.id}/publication-check`),
    '/api/newsroom/people/:id/api-tokens': inNewsroom(`/people/${staff.people[0]?.id}/api-tokens`),
    '/api/newsroom/webhooks/:id/deliveries': inNewsroom(`/webhooks/${webhook.id}/deliveries`),
    '/api/newsroom/articles/:id/autosave': inNewsroom(`/articles/${article.id}/autosave`),
    '/api/newsroom/statistics/:file': inNewsroom('/statistics/views.csv'),
    '/api/newsroom/articles/:id/revisions': inNewsroom(`/articles/${article.id}/revisions`),
    '/api/newsroom/articles/:id/revisions/:revision': inNewsroom(`/articles/${article.id}/revisions/1`),
    '/api/newsroom/articles/:id/commenting': inNewsroom(`/articles/${article.id}/commenting`),
    '/api/newsroom/articles/:id/comments': inNewsroom(`/articles/${article.id}/comments`),
    '/api/newsroom/authors/:id': inNewsroom(`/authors/${author.id}`),
    '/api/newsroom/pages/:id': inNewsroom(`/pages/${page.id}`),
    '/api/newsroom/about/revisions/:revision': inNewsroom('/about/revisions/2'),
    '/api/newsroom/pages/:id/revisions': inNewsroom(`/pages/${page.id}/revisions`),
    '/api/newsroom/pages/:id/revisions/:revision': inNewsroom(`/pages/${page.id}/revisions/1`),
    '/api/newsroom/newsletter/issues/:id': inNewsroom(`/newsletter/issues/${issue}`),
    '/api/newsroom/newsletter/issues/:id/candidates': inNewsroom(`/newsletter/issues/${issue}/candidates`),
    '/api/newsroom/newsletter/issues/:id/preview': inNewsroom(`/newsletter/issues/${issue}/preview`),
    '/api/newsroom/newsletter/issues/:id/copies': inNewsroom(
      `/newsletter/issues/${issue}/copies?status=accepted`,
    ),
  };
}

const feedExamples = (pattern: string, page: string): Examples =>
  Object.fromEntries(FEED_FORMATS.map((format) => [feedPath(pattern, format), feedPath(page, format)]));

/** Requests everything that sends an email. */
export async function causeEmails(
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
export async function runJobs(app: TestApp): Promise<void> {
  for (let round = 0; round < 4; round++) await app.jobs.runDue();
}
