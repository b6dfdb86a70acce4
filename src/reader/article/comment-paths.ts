import { articlePath } from '#domain/articles/article.ts';

const COMMENTS_FRAGMENT = '#comments';

/** The form's action. The fragment scrolls to the form when the response shows errors. */
export const postCommentPath = (slug: string) => `${articlePath(slug)}/comments${COMMENTS_FRAGMENT}`;

/** The first page of comments, the newest ones, has the article's own URL. */
export const commentsPath = (slug: string, page = 1) =>
  `${articlePath(slug)}${page === 1 ? '' : `?comments=${page}`}${COMMENTS_FRAGMENT}`;

/** The article with a confirmation. The same for every reader, so it is cached like any page. */
export const postedPath = (slug: string) => `${articlePath(slug)}?posted=yes${COMMENTS_FRAGMENT}`;

/** Permanent URL of a comment: redirects to the page of comments that shows it now. */
export const commentPermalink = (slug: string, id: string) => `${articlePath(slug)}/comments/${id}`;

export const commentAnchor = (id: string) => `comment-${id}`;

/** URL of a comment on the given page of comments. */
export const commentPath = (slug: string, page: number, id: string) =>
  commentsPath(slug, page).replace(COMMENTS_FRAGMENT, `#${commentAnchor(id)}`);
