import { pageTags } from '#domain/articles/cache-tags.ts';
import { PageNotFound, type ReaderPage } from '../reader-page.tsx';
import { temporaryRedirect } from '../redirect.ts';

/** The content of a path never changes, because the path contains its hash. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The style sheet of the changed colors. A shared cache may still have a page that links the previous one: it is
 * redirected to the present one. While the colors are the default ones there is none, and the page has them anyway.
 */
// oxlint-disable-next-line require-await
export const appearanceStyleSheet: ReaderPage = async ({ site }, { path }) => {
  const { styleSheet } = site.appearance;
  if (styleSheet === null) throw new PageNotFound('The colors are the default ones');
  const tags = [pageTags.site];
  if (path !== styleSheet.path) return temporaryRedirect(styleSheet.path, tags);
  return {
    status: 200,
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': IMMUTABLE },
    body: styleSheet.css,
    tags,
  };
};
