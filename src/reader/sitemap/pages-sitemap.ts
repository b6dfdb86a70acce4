import { authorPath } from '#domain/articles/authors/author.ts';
import { listAuthorSlugs } from '#domain/articles/authors/queries.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import { MEDIA_SECTIONS } from '#domain/categories/media-section.ts';
import { sectionPath, type Sections } from '#domain/categories/section.ts';
import { ARCHIVE_PATH, issuePath } from '#domain/newsletter/issue.ts';
import { listPublicIssueNumbers } from '#domain/newsletter/queries.server.ts';
import { archiveTag } from '#domain/newsletter/tags.ts';
import { ownPagePath, ownPageTags } from '#domain/pages/page.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { element } from '../xml.ts';
import { location, sitemapDocument } from './sitemap-document.ts';

const mainPaths = ({ visible }: Sections) => [
  '/',
  '/articles',
  ...visible.map(sectionPath),
  ...MEDIA_SECTIONS.map(({ path }) => path),
  '/newsletter',
  ARCHIVE_PATH,
  '/about',
  '/contact',
];
/** The newest issues; older ones are found through the pages of the archive. */
const MAX_ISSUES = 5_000;

const MAX_AUTHORS = 5_000;

/** The pages that are no articles: the listings, the other pages of the navigation, the own pages, the authors and the newsletter issues. */
export const pagesSitemap: ReaderPage = async ({ db, site, ownPages }) => {
  const issues = await listPublicIssueNumbers(db, MAX_ISSUES);
  const authors = await listAuthorSlugs(db, MAX_AUTHORS);
  const paths = [
    ...mainPaths(site.sections),
    ...ownPages.pages.map(({ slug }) => ownPagePath(slug)),
    ...authors.map(authorPath),
    ...issues.map((number) => issuePath(number)),
  ];
  return sitemapDocument({
    root: 'urlset',
    entries: paths.map((path) => element('url', {}, location(site.url + path))),
    tags: [archiveTag, ownPageTags.list, pageTags.authors, pageTags.site],
  });
};
