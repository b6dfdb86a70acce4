import { z } from 'zod';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { COMMENT_MAX_LENGTH } from '#domain/comments/comment.ts';
import type { Comments } from '#domain/comments/comments.server.ts';
import type { CommentInput } from '#domain/comments/comment-input.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import { ADDRESS_MAX_LENGTH } from '#platform/mail/email-address.ts';
import { missingArticleError, refusedCommentPage } from '#reader/article/article-page.tsx';
import { postedPath } from '#reader/article/comment-paths.ts';
import type { Form, FormDeps } from './form-route.server.ts';

export interface CommentFormDeps extends Pick<FormDeps, 'publications'> {
  readonly comments: Pick<Comments, 'post'>;
  readonly pages: Pick<PageCache, 'whenRevalidated'>;
}

/** Accepts any text: the command validates it after its rate limit. */
const CommentFields = z.object({ user_email: z.string().default(''), comment_text: z.string().default('') });

/** Redirects to the article, or renders the article again with the errors. */
export function commentForm({ publications, comments, pages }: CommentFormDeps): Form<CommentInput> {
  return {
    path: '/article/:slug/comments',
    schema: CommentFields,
    async submit(input, { params: { slug: articleSlug = '' }, honeypotValue, network }) {
      const { article } = await comments.post({
        ...input,
        articleSlug,
        honeypotValue,
        timeOnPageMs: null,
        network,
      });
      // The redirect must show the new comment, so it waits until the article's pages are re-rendered.
      await pages.whenRevalidated([pageTags.article(article.id)]);
      return postedPath(article.slug);
    },
    async renderAgain(fields, { code, message, fieldErrors }, { params: { slug = '' } }) {
      if (code === 'not_found') throw await missingArticleError(publications.current().db, slug);
      const values = truncateInput(CommentFields.parse(fields));
      return refusedCommentPage(publications.current(), slug, { values, fieldErrors, message });
    },
  };
}

/** Cuts the values to the lengths the fields accept, so that a refused form does not return a larger page. */
const truncateInput = ({ user_email, comment_text }: CommentInput): CommentInput => ({
  user_email: user_email.slice(0, ADDRESS_MAX_LENGTH),
  comment_text: comment_text.slice(0, COMMENT_MAX_LENGTH * 2),
});
