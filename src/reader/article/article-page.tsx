import { z } from 'zod';
import { articlePath, RELATED_LIMIT } from '#domain/articles/article.ts';
import { authorIdsOf } from '#domain/articles/bylines.ts';
import { isDeletedSlug } from '#domain/articles/deleted-slugs.server.ts';
import {
  findArticleByAnySlug,
  findArticleByFormerSlug,
  findArticleBySlug,
  type FoundArticle,
} from '#domain/articles/full-article.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { type DiscussedArticle, type Discussion, findCommentPage } from '#domain/comments/queries.server.ts';
import { viewedArticle } from '#domain/statistics/viewed-page.ts';
import type { Site } from '#domain/site/site.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import type { Db } from '#platform/db/database.ts';
import {
  type HtmlPage,
  renderPage,
  PageGone,
  PageNotFound,
  parsePageNumber,
  type ReaderPage,
} from '../reader-page.tsx';
import { temporaryRedirect, permanentRedirect } from '../redirect.ts';
import { NewsletterSignup } from '../newsletter/newsletter-signup.tsx';
import type { Publication } from '../publication.ts';
import { articleBreadcrumbs, articleData, openGraphProperties, sharedImage } from './article-data.ts';
import { ArticleEnd } from './article-end.tsx';
import { ArticleView } from './article-view.tsx';
import { commentPath, commentsPath } from './comment-paths.ts';
import { type SubmissionResult, Comments } from './comments.tsx';
import { DISCUSSION_TAG, findArticleWithComments, getDiscussionPage } from './discussion.server.ts';
import { Related } from './related.tsx';
import type { PageMetadata } from '../../document-metadata.ts';

export const articlePage: ReaderPage = async (publication, { params, query }) => {
  const slug = params['slug'] ?? '';
  const shown = parseQuery(query);
  if (shown instanceof PageNotFound) {
    if ((await findArticleBySlug(publication.db, slug)) !== null) throw shown;
    return redirectMovedArticle(publication, slug);
  }
  const found = await findArticleWithComments(publication, slug);
  if (found === null) return redirectMovedArticle(publication, slug);
  const { commentPage, submission } = shown;
  if (commentPage > found.discussion.pageCount) throw new PageNotFound(`No page ${commentPage} of comments`);
  const discussion =
    commentPage === 1 ? found.discussion : await getDiscussionPage(publication, found.id, commentPage);
  return renderArticlePage(publication, await found.renderArticle(), discussion, submission);
};

/** Returns the error of a query that no page has, because an article that has moved redirects whatever the query. */
function parseQuery(query: Readonly<Partial<Record<string, string>>>) {
  try {
    return {
      commentPage: parsePageNumber(query['comments']),
      submission: parseSubmissionResult(query['posted']),
    };
  } catch (error) {
    if (error instanceof PageNotFound) return error;
    throw error;
  }
}

/** GET of the form's action URL: redirects to the comments of the article, if it exists. */
export const commentsRedirectPage: ReaderPage = async ({ db }, { params }) => {
  const slug = params['slug'] ?? '';
  const article = await findArticleByAnySlug(db, slug);
  if (article === null) throw await missingArticleError(db, slug);
  return permanentRedirect(commentsPath(article.slug), [pageTags.article(article.id)]);
};

/** The permanent URL of a comment: redirects to the page of comments that shows it now. */
export const commentPermalinkPage: ReaderPage = async ({ db }, { params }) => {
  const { slug = '', id = '' } = params;
  const article = await findArticleByAnySlug(db, slug);
  if (article === null) throw await missingArticleError(db, slug);
  const commentPage = isUuid(id) ? await findCommentPage(db, article.id, id) : null;
  if (commentPage === null) throw new PageNotFound(`No comment ${id}`);
  return temporaryRedirect(commentPath(article.slug, commentPage, id), [pageTags.article(article.id)]);
};

const isUuid = (text: string) => z.uuid().safeParse(text).success;

/** The page with the submitted comment and the errors. For one reader, so it must not be stored. */
export async function refusedCommentPage(
  publication: Publication,
  slug: string,
  refused: Omit<Extract<SubmissionResult, { state: 'refused' }>, 'state'>,
): Promise<string> {
  const found =
    (await findArticleWithComments(publication, slug)) ?? (await findMovedArticle(publication, slug));
  const article = await found.renderArticle();
  return renderArticlePage(publication, article, found.discussion, { state: 'refused', ...refused }).body;
}

async function redirectMovedArticle(publication: Publication, slug: string): Promise<Rendered> {
  const current = await findArticleByFormerSlug(publication.db, slug);
  if (current === null) throw await missingArticleError(publication.db, slug);
  return permanentRedirect(articlePath(current.slug), [pageTags.article(current.id)]);
}

/** `PageGone` if the article with this slug was deleted, else `PageNotFound`. */
export async function missingArticleError(db: Db, slug: string): Promise<Error> {
  const isDeleted = await isDeletedSlug(db, slug);
  return isDeleted ? new PageGone(`Article ${slug} was deleted`) : new PageNotFound(`No article ${slug}`);
}

/** The article that had this slug before, for a reader whose page was loaded before the slug changed. */
async function findMovedArticle(publication: Publication, slug: string): Promise<DiscussedArticle> {
  const current = await findArticleByFormerSlug(publication.db, slug);
  const found = current === null ? null : await findArticleWithComments(publication, current.slug);
  if (found === null) throw await missingArticleError(publication.db, slug);
  return found;
}

/** Parses `?posted=`, set by the redirect after a form post. Any value but `yes` is not found, so one URL is cached. */
function parseSubmissionResult(posted: string | undefined): SubmissionResult | undefined {
  if (posted === undefined) return undefined;
  if (posted !== 'yes') throw new PageNotFound('Invalid posted parameter');
  return { state: 'posted' };
}

/** What the head of the page of an article says about it. */
export function articleMetadata(article: FoundArticle, site: Site) {
  return {
    title: article.title,
    description: article.excerpt,
    path: articlePath(article.slug),
    kind: 'article',
    styleSheet: 'article',
    image: sharedImage(article, site),
    lang: article.lang || site.locale,
    data: articleData(article, site),
    breadcrumbs: articleBreadcrumbs(article, site.sections.get(article.sectionSlug)),
    articleProperties: openGraphProperties(article, site),
  } as const satisfies PageMetadata;
}

/** The page of an article, which need not be published. */
export function renderArticlePage(
  publication: Publication,
  article: FoundArticle,
  discussion: Discussion,
  submission?: SubmissionResult,
): HtmlPage {
  const { site } = publication;
  const { related, next } = article;
  const recommendedIds = new Set([...related, ...(next === null ? [] : [next])].map(({ id }) => id));
  const sameSection = related.filter(({ sectionSlug }) => sectionSlug === article.sectionSlug);
  const hasOtherSections = sameSection.length < RELATED_LIMIT;
  const isRefused = submission?.state === 'refused';
  return renderPage(publication, {
    ...articleMetadata(article, site),
    ...(isRefused
      ? { title: `Please check the form – ${article.title}`, path: null }
      : { articleSlug: article.slug }),
    viewedPage: viewedArticle(article.id),
    tags: [
      pageTags.article(article.id),
      pageTags.related(article.sectionSlug),
      ...Array.from(recommendedIds, pageTags.recommended),
      ...authorIdsOf([article, ...related].flatMap(({ bylines }) => bylines)).map(pageTags.author),
      ...(hasOtherSections ? [pageTags.newest] : []),
      DISCUSSION_TAG,
      pageTags.site,
    ],
    content: (
      <>
        <ArticleView
          article={article}
          commentCount={discussion.total}
          site={site}
          tagSlugs={article.tagSlugs}
        />
        <ArticleEnd title={article.title} url={site.url + articlePath(article.slug)} next={next} />
        <NewsletterSignup publication={publication} />
        <Comments
          slug={article.slug}
          discussion={discussion}
          timeZone={site.timeZone}
          submission={submission}
        />
        <Related articles={related} site={site} />
      </>
    ),
  });
}
