import { Hono } from 'hono';
import { pageTags } from '#domain/articles/tags.ts';
import { ADDRESS_LENGTH, COMMENT_LENGTH } from '#domain/comments/comment.ts';
import type { Comments } from '#domain/comments/comments.server.ts';
import type { TypedComment } from '#domain/comments/typed-comment.ts';
import { describeError, retryAfter } from '#http/errors.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { networkOf } from '#http/network.server.ts';
import { readForm, refuseForeign } from '#http/plain-form.server.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Log } from '#platform/log.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { PageGone, PageNotFound } from '../answer.tsx';
import { gonePage } from '../not-found/gone-page.tsx';
import { notFoundPage } from '../not-found/not-found-page.tsx';
import { HONEYPOT } from '../parts/honeypot.tsx';
import type { Publication } from '../publication.ts';
import { unavailablePage } from '../unavailable/unavailable-page.tsx';
import { absence, refusedCommentPage } from './article-page.tsx';
import { postedPath } from './comment-paths.ts';

export interface CommentsDoorOptions {
  readonly publication: Publication;
  readonly comments: Pick<Comments, 'post'>;
  readonly pages: Pick<PageCache, 'settled'>;
  /** How many proxies stand in front. */
  readonly trustProxy: number;
  readonly log: Log;
}

const KEEP_NOTHING = { 'cache-control': 'no-store' };

/** Takes the form as a browser without script sends it: back to the article, or the article again with what is wrong. */
export function commentsDoor({ publication, comments, pages, trustProxy, log }: CommentsDoorOptions): Hono {
  const app = new Hono();

  app.post('/article/:slug/comments', limitBody(), async (context) => {
    refuseForeign(context, publication.site.url, 'Comments are posted from the article they are about.');
    const form = await readForm(context);
    const typed = typedIn(form);
    const articleSlug = context.req.param('slug');
    try {
      const { article } = await comments.post({
        ...typed,
        articleSlug,
        trap: form[HONEYPOT] ?? '',
        openForMs: null,
        network: networkOf(context, trustProxy),
      });
      // They look for their comment as soon as they are back.
      await pages.settled([pageTags.article(article.id)]);
      return context.redirect(postedPath(article.slug), 303);
    } catch (error) {
      const shown = describeError(error, log);
      const { status, code, message } = shown;
      if (code === 'not_found') throw await absence(publication.db, articleSlug);
      const { fields = {} } = error instanceof Refusal ? error.details : {};
      const said = error instanceof Refusal && error.message !== '' ? message : '';
      const body = await refusedCommentPage(publication, articleSlug, {
        values: shortened(typed),
        faults: fields,
        message: said,
      });
      return context.html(body, status, { ...KEEP_NOTHING, ...retryAfter(shown) });
    }
  });

  const notFound = notFoundPage(publication).body;
  const gone = gonePage(publication).body;
  const unavailable = unavailablePage(publication);
  app.onError((error, context) => {
    if (error instanceof PageNotFound) return context.html(notFound, 404, KEEP_NOTHING);
    if (error instanceof PageGone) return context.html(gone, 410, KEEP_NOTHING);
    if (describeError(error, log).status < 500) throw error;
    // The article cannot be drawn again either.
    return context.html(unavailable, 503, { ...KEEP_NOTHING, 'retry-after': '30' });
  });
  return app;
}

const typedIn = (form: Readonly<Record<string, string>>): TypedComment => ({
  user_email: form['user_email'] ?? '',
  comment_text: form['comment_text'] ?? '',
});

/** As much as the fields take: what is drawn again is not to be larger than what can be typed. */
const shortened = ({ user_email, comment_text }: TypedComment): TypedComment => ({
  user_email: user_email.slice(0, ADDRESS_LENGTH),
  comment_text: comment_text.slice(0, COMMENT_LENGTH * 2),
});
