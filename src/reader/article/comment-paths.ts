import { articlePath } from '#domain/articles/article.ts';

const DISCUSSION = '#comments';

/** Where the form is sent. The fragment brings whoever is told to look again to the form. */
export const postingPath = (slug: string) => `${articlePath(slug)}/comments${DISCUSSION}`;

/** The newest comments have the article's own address. */
export const commentsPath = (slug: string, page = 1) =>
  `${articlePath(slug)}${page === 1 ? '' : `?comments=${page}`}${DISCUSSION}`;

/** The article once more, with thanks. The same for everybody, so it is kept like any page. */
export const postedPath = (slug: string) => `${articlePath(slug)}?posted=yes${DISCUSSION}`;

/** Permanent address of one comment: redirects to the page of comments that shows it now. */
export const commentPermalink = (slug: string, id: string) => `${articlePath(slug)}/comments/${id}`;

export const commentAnchor = (id: string) => `comment-${id}`;

/** The comment on the page of comments that shows it. */
export const commentPath = (slug: string, page: number, id: string) =>
  commentsPath(slug, page).replace(DISCUSSION, `#${commentAnchor(id)}`);
