import { DAY_MS } from '#platform/durations.ts';
import { makePhoto } from '../../pictures.ts';
import type { OperationRun, Operations } from '../operation-run.ts';

const ARTICLE = {
  title: 'Rain over the delta',
  slug: 'rain-over-the-delta',
  excerpt: 'What the season brought.',
  content: '<p>It rained for nine days.</p>',
  category_slug: 'sports',
  author_name: 'Gina Guest',
};
const SLUG = { slug: ARTICLE.slug };
const EDITOR_ID = '0197a5b0-0000-7000-8000-000000000001';

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Those who publish every article submit none. */
const reviews: Operations = [
  ['post /newsroom/articles', 201, { as: 'author', body: { ...ARTICLE, slug: 'wind-over-the-delta' } }],
  ['put /newsroom/articles/{id}/submission', 200, { as: 'author' }],
  ['get /newsroom/reviews', 200],
  ['post /newsroom/articles/{id}/returns', 200, { body: { text: 'The source is missing.' } }],
  ['put /newsroom/articles/{id}/submission', 200, { as: 'author' }],
  ['delete /newsroom/articles/{id}/submission', 200, { as: 'author' }],
];

const drafts: Operations = [
  ['post /newsroom/articles', 201, { body: ARTICLE }],
  ['get /newsroom/articles', 200],
  ['get /newsroom/articles/{id}', 200],
  ['get /newsroom/articles/{id}/publication-check', 200],
  ['post /newsroom/publication-checks', 200, { body: ARTICLE }],
  ['post /newsroom/previews', 200, { body: ARTICLE }],
  ['put /newsroom/articles/{id}/autosave', 200, { body: { ...ARTICLE, based_on: 1, editor_id: EDITOR_ID } }],
  ['get /newsroom/articles/{id}/autosave', 200],
  ['delete /newsroom/articles/{id}/autosave', 204],
  ['put /newsroom/articles/{id}/presence', 200],
  ['delete /newsroom/articles/{id}/presence', 204],
  ['post /newsroom/articles/{id}/preview-links', 201],
  ['get /newsroom/articles/{id}/preview-links', 200],
  ['delete /newsroom/articles/{id}/preview-links/{link}', 200],
  ['post /newsroom/articles/{id}/notes', 201, { body: { text: 'Who measured it?' } }],
  ['get /newsroom/articles/{id}/notes', 200],
  ['put /newsroom/articles/{id}/schedule', 200, { body: { action: 'publish', at: inDays(1) } }],
  ['get /newsroom/calendar', 200],
  ['delete /newsroom/articles/{id}/schedule', 200],
];

const published: Operations = [
  ['put /newsroom/articles/{id}', 200, { body: { ...ARTICLE, is_draft: false } }],
  ['put /newsroom/articles/{id}/publish-date', 200, { body: { publish_date: inDays(-1) } }],
  ['put /newsroom/articles/{id}/pending-changes', 200, { body: { ...ARTICLE, title: 'Rain' } }],
  ['post /newsroom/articles/{id}/pending-changes/publication', 200],
  ['put /newsroom/articles/{id}/pending-changes', 200, { body: ARTICLE }],
  ['delete /newsroom/articles/{id}/pending-changes', 200],
  ['get /newsroom/articles/{id}/revisions', 200],
  ['get /newsroom/articles/{id}/revisions/{revision}', 200],
  ['post /newsroom/articles/{id}/duplicates', 201],
  [
    'post /newsroom/article-changes',
    200,
    (run) => {
      const { id, revision } = run.last('delete /newsroom/articles/{id}/pending-changes');
      return { body: { changes: [{ id, revision, action: 'add_tag', tag: 'delta' }] } };
    },
  ],
  ['get /newsroom/tags', 200],
  [
    'put /newsroom/home-page/picks',
    200,
    (run) => ({ body: { picks: [{ article_id: run.id('/newsroom/articles') }] } }),
  ],
  ['get /newsroom/home-page/picks', 200],
];

const readers: Operations = [
  ['get /articles', 200],
  ['get /articles/{slug}', 200, { path: SLUG }],
  ['get /search', 200, { query: { q: 'rain' } }],
  ['get /categories', 200],
  ['get /categories/{slug}', 200, { path: { slug: 'sports' } }],
  ['get /newsroom/statistics', 200],
  ['get /newsroom/statistics/{file}', 200],
];

const firstComment = (run: OperationRun) => ({
  path: { id: run.last('get /newsroom/moderation').comments[0]?.id ?? '' },
});

const comments: Operations = [
  [
    'post /articles/{slug}/comments',
    201,
    { path: SLUG, body: { user_email: 'reader@home.example', comment_text: 'Nine? It was ten.' } },
  ],
  ['get /articles/{slug}/comments', 200, { path: SLUG }],
  ['get /newsroom/articles/{id}/comments', 200],
  ['get /newsroom/moderation', 200, { query: { state: 'published' } }],
  ['post /newsroom/comments/{id}/approval', 200, firstComment],
  ['delete /newsroom/comments/{id}', 204, firstComment],
  ['delete /newsroom/comments/{id}/decision', 200, firstComment],
  ['put /newsroom/articles/{id}/commenting', 200, { body: { open: false } }],
  ['get /newsroom/articles/{id}/commenting', 200],
];

const AUTHOR = { name: 'Gina Guest', slug: 'gina-guest' };

const authors: Operations = [
  ['get /newsroom/free-bylines', 200],
  ['post /newsroom/authors', 201, { body: AUTHOR }],
  ['get /newsroom/authors', 200],
  ['get /newsroom/authors/{id}', 200],
  ['put /newsroom/authors/{id}', 200, { body: { ...AUTHOR, bio: 'Writes about water.' } }],
  [
    'post /newsroom/free-bylines/links',
    200,
    (run) => ({ body: { name: ARTICLE.author_name, author: run.id('/newsroom/authors') } }),
  ],
  ['get /newsroom/author-accounts', 200],
  ['put /newsroom/authors/{id}/account', 200, ({ site }) => ({ body: { account: site.admin.id } })],
  ['get /newsroom/own-author', 200],
  ['put /newsroom/own-author', 200, { body: { bio: 'Writes about rain.' } }],
  ['delete /newsroom/authors/{id}', 204],
];

const pictures: Operations = [
  ['post /newsroom/images', 201, async () => ({ body: new Uint8Array(await makePhoto()) })],
  // Pictures are not fetched from private addresses, and a test has no other.
  ['post /newsroom/images/imports', 422, ({ site }) => ({ body: { url: `${site.url}/placeholder.svg` } })],
];

/** After everything that needs the article. */
export const ARTICLE_DELETION_OPERATIONS: Operations = [
  ['post /newsroom/articles/{id}/revisions/{revision}/restoration', 200],
  ['delete /newsroom/articles/{id}', 204],
  ['get /newsroom/trash', 200],
  ['post /newsroom/articles/{id}/restoration', 200],
  ['delete /newsroom/articles/{id}', 204],
  ['delete /newsroom/trash/{id}', 204],
];

export const ARTICLE_OPERATIONS: Operations = [
  ...reviews,
  ...drafts,
  ...published,
  ...readers,
  ...comments,
  ...authors,
  ...pictures,
];
