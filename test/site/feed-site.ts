import { afterAll, beforeAll } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { createAuthor, freeText, linkedTo } from '../author-api.ts';
import { makeArticle, makeDraft, makePicture, makeScheduledArticle } from '../factories.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

export const FORMATS = [
  ['/feed.xml', 'application/atom+xml'],
  ['/rss.xml', 'application/rss+xml'],
  ['/feed.json', 'application/feed+json'],
] as const;

export const PATHS = FORMATS.map(([path]) => path);

/** The id of an article in every feed. */
export const feedIdOf = (article: ApiArticle): string =>
  `tag:127.0.0.1,${String(article['created_at']).slice(0, 10)}:${article.id}`;

const PICTURE = '/media/article-images/map-960.webp';

const CONTENT = [
  '<h2>Before the rain</h2>',
  '<p style="text-align: center">It <a href="https://example.com/?a=1&amp;b=2">rained</a> for <span data-ink="red">nine</span> days. ]]&gt;</p>',
  `<figure><img src="${PICTURE}" alt="A map"><figcaption>The delta</figcaption></figure>`,
  '<pre><code>a &lt; b</code></pre>',
].join('');

/** Starts an app with articles before the tests of a suite. */
export function prepareFeedSite(databaseKind: 'embedded' | 'server') {
  let app: TestApp;
  let newsroom: NewsroomApi;
  let article: ApiArticle;
  beforeAll(async () => {
    app = await testApp({
      databaseKind,
      env: { SITE_NAME: 'Rise & <Fall>', SITE_DESCRIPTION: 'All & more' },
    });
    newsroom = await newsroomApi(app);
    for (let number = 1; number <= 25; number++)
      await makeArticle(app.database, {
        slug: `number-${number}`,
        title: `Number ${number}`,
        publishDate: new Date(Date.UTC(2026, 0, number)),
      });
    await makeDraft(app.database, { title: 'A draft of mine' });
    await makeScheduledArticle(app.database, { title: 'Not before tomorrow' });
    await makePicture(app.database, { url: PICTURE, placeholder: 'data:image/webp;base64,AAAA' });
    const ada = await createAuthor(newsroom, 'Ada Lovelace', { slug: 'ada' });
    article = await newsroom.create({
      title: 'Rain & <more>',
      slug: 'rain',
      excerpt: 'What the "season" brought',
      content: CONTENT,
      image: PICTURE,
      image_alt: 'The delta from above',
      tags: ['Water', 'Delta & sea'],
      bylines: [linkedTo(ada), freeText('Bo')],
      lang: 'sw',
      is_draft: false,
    });
  });
  afterAll(() => app.close());

  const text = async (path: string) => (await app.fetch(path)).text();

  return {
    get app() {
      return app;
    },
    get newsroom() {
      return newsroom;
    },
    get article() {
      return article;
    },
    text,
  };
}
