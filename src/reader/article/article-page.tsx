import { z } from 'zod';
import { articlePath, type PublishedArticle, RELATED_LIMIT } from '#domain/articles/article.ts';
import { isDeletedSlug } from '#domain/articles/deleted-slugs.server.ts';
import { SITE_LANGUAGE } from '#domain/articles/language.ts';
import {
  findArticleAddress,
  findMovedArticle,
  findPublishedArticle,
  type FoundArticle,
} from '#domain/articles/queries.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import { getSection } from '#domain/categories/section.ts';
import { findCommentPage } from '#domain/comments/queries.server.ts';
import { jpegUrl, type Picture } from '#domain/images/image.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import type { Db } from '#platform/db/database.ts';
import {
  foundAt,
  type HtmlPage,
  moved,
  page,
  PageGone,
  PageNotFound,
  pageNumber,
  type ReaderPage,
} from '../answer.tsx';
import { Invitation } from '../newsletter/invitation.tsx';
import type { Publication } from '../publication.ts';
import { ArticleEnd } from './article-end.tsx';
import { ArticleView } from './article-view.tsx';
import { commentPath, commentsPath } from './comment-paths.ts';
import { type Aftermath, Comments } from './comments.tsx';
import { DISCUSSION_TAG, discussionPage } from './discussion.server.ts';
import { Related } from './related.tsx';

export const articlePage: ReaderPage = async (publication, { params, query }) => {
  const slug = params['slug'] ?? '';
  const article = await findPublishedArticle(publication.db, slug);
  if (article === null) return movedArticle(publication, slug);
  const commentPage = pageNumber(query['comments']);
  return drawArticle(publication, article, { commentPage, aftermath: aftermathOf(query['posted']) });
};

/** The address that forms are posted to. A GET of it redirects to the comments of the article, if there is one. */
export const postingPage: ReaderPage = async ({ db }, { params }) => {
  const slug = params['slug'] ?? '';
  const article = await findArticleAddress(db, slug);
  if (article === null) throw await absence(db, slug);
  return moved(commentsPath(article.slug), [pageTags.article(article.id)]);
};

/** The permanent address of a comment, whatever page of the discussion it has moved to. */
export const permalinkPage: ReaderPage = async ({ db }, { params }) => {
  const { slug = '', id = '' } = params;
  const article = isUuid(id) ? await findArticleAddress(db, slug) : null;
  const shownOn = article === null ? null : await findCommentPage(db, article.id, id);
  if (article === null || shownOn === null) throw new PageNotFound(`No comment ${id}`);
  return foundAt(commentPath(article.slug, shownOn, id), [pageTags.article(article.id)]);
};

const isUuid = (text: string) => z.uuid().safeParse(text).success;

/** The page again, with what was typed and why it was not taken. For one reader, so it is not to be kept. */
export async function refusedCommentPage(
  publication: Publication,
  slug: string,
  refused: Omit<Extract<Aftermath, { state: 'refused' }>, 'state'>,
): Promise<string> {
  const article =
    (await findPublishedArticle(publication.db, slug)) ?? (await findArticleOnceAt(publication, slug));
  const aftermath: Aftermath = { state: 'refused', ...refused };
  return (await drawArticle(publication, article, { commentPage: 1, aftermath })).body;
}

async function movedArticle(publication: Publication, slug: string): Promise<Rendered> {
  const current = await findMovedArticle(publication.db, slug);
  if (current === null) throw await absence(publication.db, slug);
  return moved(articlePath(current.slug), [pageTags.article(current.id)]);
}

/** Why there is no article at this address: it was deleted, or readers never saw one there. */
export async function absence(db: Db, slug: string): Promise<Error> {
  const isDeleted = await isDeletedSlug(db, slug);
  return isDeleted ? new PageGone(`Article ${slug} was deleted`) : new PageNotFound(`No article ${slug}`);
}

/** The article that had this slug when somebody began to write about it. */
async function findArticleOnceAt({ db }: Publication, slug: string): Promise<FoundArticle> {
  const current = await findMovedArticle(db, slug);
  const article = current === null ? null : await findPublishedArticle(db, current.slug);
  if (article === null) throw await absence(db, slug);
  return article;
}

/** Where a browser without script is sent after its comment was taken; one address and no others. */
function aftermathOf(posted: string | undefined): Aftermath | undefined {
  if (posted === undefined) return undefined;
  if (posted !== 'yes') throw new PageNotFound('No such aftermath');
  return { state: 'posted' };
}

interface Shown {
  readonly commentPage: number;
  readonly aftermath: Aftermath | undefined;
}

async function drawArticle(
  publication: Publication,
  article: FoundArticle,
  { commentPage, aftermath }: Shown,
): Promise<HtmlPage> {
  const { site } = publication;
  const { related, next } = article;
  const leadsTo = new Set([...related, ...(next === null ? [] : [next])].map(({ id }) => id));
  const sameSection = related.filter(({ sectionSlug }) => sectionSlug === article.sectionSlug);
  const isFilled = sameSection.length < RELATED_LIMIT;
  const discussion = await discussionPage(publication, article.id, commentPage);
  const isRefused = aftermath?.state === 'refused';
  return page(publication, {
    title: isRefused ? `Please look again – ${article.title}` : article.title,
    description: article.excerpt,
    path: isRefused ? null : articlePath(article.slug),
    kind: 'article',
    ...(article.picture === null ? {} : { image: sharedImage(article.picture) }),
    lang: article.lang || SITE_LANGUAGE,
    tags: [
      pageTags.article(article.id),
      pageTags.related(article.sectionSlug),
      ...Array.from(leadsTo, pageTags.recommended),
      ...(isFilled ? [pageTags.newest] : []),
      DISCUSSION_TAG,
      pageTags.site,
    ],
    data: structuredData(article, publication),
    content: (
      <>
        <ArticleView article={article} commentCount={discussion.total} timeZone={site.timeZone} />
        <ArticleEnd next={next} />
        <Invitation siteName={site.name} />
        <Comments
          slug={article.slug}
          discussion={discussion}
          timeZone={site.timeZone}
          aftermath={aftermath}
        />
        <Related articles={related} timeZone={site.timeZone} />
      </>
    ),
  });
}

/** The largest form of a picture, in a format that social networks read. They ask for 1,200 pixels at least. */
function sharedImage(picture: Picture): Picture {
  return { ...picture, url: jpegUrl(picture, picture.width) };
}

/** https://schema.org/NewsArticle */
function structuredData(
  article: PublishedArticle,
  { site, organizationBylines }: Publication,
): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.excerpt,
    datePublished: article.publishDate.toISOString(),
    dateModified: article.updatedAt.toISOString(),
    articleSection: getSection(article.sectionSlug).names.badge,
    keywords: article.tags,
    author: {
      '@type': organizationBylines.has(article.authorName) ? 'Organization' : 'Person',
      name: article.authorName,
    },
    publisher: { '@type': 'Organization', name: site.name, url: `${site.url}/` },
    inLanguage: article.lang || SITE_LANGUAGE,
    mainEntityOfPage: site.url + articlePath(article.slug),
    ...(article.picture === null
      ? {}
      : { image: [new URL(sharedImage(article.picture).url, site.url).href] }),
  };
}
