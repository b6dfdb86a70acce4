import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '#platform/durations.ts';
import { packageRoot } from '#platform/package-root.server.ts';
import sharp from 'sharp';
import type { SignInSite } from '../accounts.ts';
import { changeAuthor, createAuthor, linkedTo } from '../author-api.ts';
import { makeComment } from '../factories.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { createPage } from '../own-page-api.ts';
import { TEXTS } from './texts.ts';

/** Paths of the content that screens show. */
export interface ContentPaths {
  readonly article: string;
  readonly longWord: string;
  readonly portrait: string;
  readonly author: string;
  readonly tag: string;
  readonly page: string;
}

export interface Content {
  readonly paths: ContentPaths;
  readonly articles: readonly ApiArticle[];
}

const COMMENTS = 34;

/** Publishes articles with pictures of all shapes, long headlines and words, an author, comments and a page. */
export async function insertContent(app: SignInSite, authorization: string): Promise<Content> {
  const newsroom = await newsroomApi(app);
  const upload = uploader(app, authorization);
  const [landscape, portrait, small] = await Promise.all([
    upload('market-awnings-1440.webp'),
    upload('stadium-bowl-1440.webp', { width: 700, height: 1100 }),
    upload('lit-windows-960.webp', { width: 240, height: 160 }),
  ]);
  const author = await insertAuthor(newsroom, portrait);
  const publish = (input: Readonly<Record<string, unknown>>) =>
    newsroom.create({ is_draft: false, read_time: '', ...input });

  const longWord = await publish({
    ...TEXTS.longWord,
    slug: 'long-word',
    category_slug: 'african-affairs',
    content: `<p>${TEXTS.longWord.title.repeat(3)}</p><pre><code>${'x = very_long_expression + '.repeat(9)}</code></pre>`,
  });
  const portraitArticle = await publish({
    ...TEXTS.portrait,
    slug: 'portrait',
    category_slug: 'culture',
    tags: TEXTS.tags.slice(0, 2),
    ...picture(portrait, TEXTS.alt),
    content: TEXTS.body(landscape, portrait, small),
  });
  const ordinary = [];
  for (const [index, category_slug] of ORDINARY.entries()) {
    const title = TEXTS.headlines[index % TEXTS.headlines.length] ?? '';
    ordinary.push(
      await publish({
        title,
        slug: `ordinary-${index}`,
        excerpt: TEXTS.excerpt,
        category_slug,
        content: TEXTS.body(landscape, portrait, small),
        ...(index % 3 === 0 ? picture(landscape, TEXTS.alt) : {}),
      }),
    );
  }
  const article = await publish({
    ...TEXTS.longHeadline,
    slug: 'long-headline',
    category_slug: 'economy-society',
    featured: true,
    tags: TEXTS.tags,
    bylines: [linkedTo(author), { author: null, name: TEXTS.secondByline }],
    ...picture(landscape, TEXTS.alt),
    content: TEXTS.body(landscape, portrait, small),
  });
  for (let number = 0; number < COMMENTS; number++)
    await makeComment(app.database, article, {
      commentText: TEXTS.comments[number % TEXTS.comments.length] ?? '',
      createdAt: new Date(Date.now() - number * 47 * MINUTE_MS),
    });
  const page = await createPage(newsroom, TEXTS.page, {
    slug: 'ethics',
    content: TEXTS.body(landscape, portrait, small),
  });
  return {
    paths: {
      article: `/article/${article.slug}`,
      longWord: `/article/${longWord.slug}`,
      portrait: `/article/${portraitArticle.slug}`,
      author: `/author/${author.slug}`,
      tag: '/tag/harbor',
      page: `/${page.slug}`,
    },
    articles: [article, longWord, portraitArticle, ...ordinary],
  };
}

/** The sections of the articles that are nothing special. Some stay empty. */
const ORDINARY = [
  'economy-society',
  'economy-society',
  'economy-society',
  'sports',
  'sports',
  'culture',
  'global-politics',
  'global-politics',
  'technology',
  'media-power',
  'african-affairs',
];

async function insertAuthor(newsroom: NewsroomApi, picture: string) {
  const links = [
    'https://social.example/@writer',
    'https://a-very-long-host-name.of-a-network.example/people/writer',
  ];
  const author = await createAuthor(newsroom, TEXTS.author, { slug: 'writer', bio: TEXTS.bio, links });
  const { body } = await changeAuthor(newsroom, author, { picture, picture_alt: TEXTS.alt });
  return body;
}

/** The fields of a lead picture. */
const picture = (src: string, alt: string) => ({ image: src, image_alt: alt });

/** Stores a picture of the samples, optionally cropped, and returns its URL. */
function uploader(app: SignInSite, authorization: string) {
  return async (
    name: string,
    size?: { readonly width: number; readonly height: number },
  ): Promise<string> => {
    const bytes = await readFile(join(packageRoot, 'samples/pictures', name));
    const stored = size === undefined ? bytes : await sharp(bytes).resize(size).webp().toBuffer();
    const response = await app.fetch('/api/newsroom/images', {
      method: 'POST',
      headers: { authorization, 'content-type': 'image/webp' },
      body: new Uint8Array(stored),
    });
    if (!response.ok) throw new Error(`the picture was refused: ${await response.text()}`);
    const { url } = (await response.json()) as { url: string };
    return url;
  };
}
