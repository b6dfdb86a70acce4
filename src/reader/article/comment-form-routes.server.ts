import { Hono } from 'hono';
import { pageTags } from '#domain/articles/tags.ts';
import { EMAIL_MAX_LENGTH, COMMENT_MAX_LENGTH } from '#domain/comments/comment.ts';
import type { Comments } from '#domain/comments/comments.server.ts';
import type { CommentInput } from '#domain/comments/comment-input.ts';
import { toPublicError, retryAfterHeader } from '#http/errors.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { networkOf } from '#http/network.server.ts';
import { parseForm, rejectCrossSite } from '#http/form-body.server.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Log } from '#platform/log.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { PageGone, PageNotFound } from '../reader-page.tsx';
import { gonePage } from '../not-found/gone-page.tsx';
import { notFoundPage } from '../not-found/not-found-page.tsx';
import { HONEYPOT } from '../components/honeypot.tsx';
import type { Publication } from '../publication.ts';
import { unavailablePage } from '../unavailable/unavailable-page.tsx';
import { missingArticleError, refusedCommentPage } from './article-page.tsx';
import { postedPath } from './comment-paths.ts';

export interface CommentFormRoutesOptions {
  readonly publication: Publication;
  readonly comments: Pick<Comments, 'post'>;
  readonly pages: Pick<PageCache, 'whenRevalidated'>;
  /** Number of reverse proxies in front of the server. */
  readonly trustProxy: number;
  readonly log: Log;
}

const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Handles the form as a browser without script submits it: redirects to the article, or renders the article again with
 * the errors.
 */
export function commentFormRoutes({
  publication,
  comments,
  pages,
  trustProxy,
  log,
}: CommentFormRoutesOptions): Hono {
  const app = new Hono();

  app.post('/article/:slug/comments', limitBody(), async (context) => {
    rejectCrossSite(context, publication.site.url, 'Comments can only be posted from the article page.');
    const form = await parseForm(context);
    const input = parseCommentForm(form);
    const articleSlug = context.req.param('slug');
    try {
      const { article } = await comments.post({
        ...input,
        articleSlug,
        honeypotValue: form[HONEYPOT] ?? '',
        timeOnPageMs: null,
        network: networkOf(context, trustProxy),
      });
      // The redirect must show the new comment, so it waits until the article's pages are re-rendered.
      await pages.whenRevalidated([pageTags.article(article.id)]);
      return context.redirect(postedPath(article.slug), 303);
    } catch (error) {
      const publicError = toPublicError(error, log);
      const { status, code, message } = publicError;
      if (code === 'not_found') throw await missingArticleError(publication.db, articleSlug);
      const { fields = {} } = error instanceof DomainError ? error.details : {};
      const reason = error instanceof DomainError && error.message !== '' ? message : '';
      const body = await refusedCommentPage(publication, articleSlug, {
        values: truncateInput(input),
        fieldErrors: fields,
        message: reason,
      });
      return context.html(body, status, { ...NO_STORE, ...retryAfterHeader(publicError) });
    }
  });

  const notFound = notFoundPage(publication).body;
  const gone = gonePage(publication).body;
  const unavailable = unavailablePage(publication);
  app.onError((error, context) => {
    if (error instanceof PageNotFound) return context.html(notFound, 404, NO_STORE);
    if (error instanceof PageGone) return context.html(gone, 410, NO_STORE);
    if (toPublicError(error, log).status < 500) throw error;
    // Rendering the article with the errors failed as well.
    return context.html(unavailable, 503, { ...NO_STORE, 'retry-after': '30' });
  });
  return app;
}

const parseCommentForm = (form: Readonly<Record<string, string>>): CommentInput => ({
  user_email: form['user_email'] ?? '',
  comment_text: form['comment_text'] ?? '',
});

/** Cuts the values to the lengths the fields accept, so that a refused form does not return a larger page. */
const truncateInput = ({ user_email, comment_text }: CommentInput): CommentInput => ({
  user_email: user_email.slice(0, EMAIL_MAX_LENGTH),
  comment_text: comment_text.slice(0, COMMENT_MAX_LENGTH * 2),
});
