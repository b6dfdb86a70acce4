import {
  ARTICLE_SECTIONS,
  CATEGORIES,
  CONTENT_SECTIONS,
  MEDIA_SECTIONS,
} from '#domain/categories/section.ts';
import { aboutPage } from '#reader/about/about-page.tsx';
import { moved, type ReaderPage } from '#reader/answer.tsx';
import { articlePage } from '#reader/article/article-page.tsx';
import { articlesPage } from '#reader/articles/articles-page.tsx';
import { contactPage } from '#reader/contact/contact-page.tsx';
import { homePage } from '#reader/home/home-page.tsx';
import { mediaPage } from '#reader/media/media-page.tsx';
import { newsletterPage } from '#reader/newsletter/newsletter-page.tsx';
import { robotsFile } from '#reader/robots/robots.ts';
import type { ReaderRoute } from '#reader/router.server.ts';
import { sectionPage } from '#reader/section/section-page.tsx';

const route = (path: string, page: ReaderPage, query: readonly string[] = []): ReaderRoute => ({
  path,
  page,
  query,
});

// oxlint-disable-next-line require-await
const movedTo =
  (location: string): ReaderPage =>
  async () =>
    moved(location);

/** The reader's site on one page: every address and the module that answers it. Anything else is the not-found page. */
export const READER_ROUTES: readonly ReaderRoute[] = [
  route('/', homePage),
  route('/articles', articlesPage, ['page']),
  ...ARTICLE_SECTIONS.map(({ slug, path }) => route(path, sectionPage(slug), ['page'])),
  route('/article/:slug', articlePage),
  ...MEDIA_SECTIONS.map((section) => route(section.path, mediaPage(section))),
  route('/newsletter', newsletterPage),
  route('/about', aboutPage),
  route('/contact', contactPage),
  route('/robots.txt', robotsFile),

  // A section asked for where it does not live leads to where it does (decision: 301).
  ...CATEGORIES.map(({ slug, path }) => route(`/${slug}`, movedTo(path))),
  ...CONTENT_SECTIONS.map(({ slug, path }) => route(`/articles/${slug}`, movedTo(path))),
];
