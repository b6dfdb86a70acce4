import { archivePath, ARTICLE_ARCHIVE_PATH } from '#domain/articles/archive.ts';
import { listArchiveMonths } from '#domain/articles/archive.server.ts';
import { authorPath } from '#domain/articles/authors/author.ts';
import { listAuthorSlugs } from '#domain/articles/authors/queries.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { MEDIA_SECTIONS } from '#domain/categories/media-section.ts';
import { sectionPath, type Sections } from '#domain/categories/section.ts';
import { ARCHIVE_PATH, issuePath } from '#domain/newsletter/issue.ts';
import { listPublicIssueNumbers } from '#domain/newsletter/queries.server.ts';
import { archiveTag } from '#domain/newsletter/cache-tags.ts';
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
/** The newest issues; older ones are found through the pages of the archive. Together all pages are less than the 50,000 that the protocol allows. */
const MAX_ISSUES = 20_000;
/** The oldest authors; articles link to the pages of further ones. */
const MAX_AUTHORS = 20_000;

/** The pages that are no articles: the listings, the other pages of the navigation, the own pages, the authors and the newsletter issues. */
export const pagesSitemap: ReaderPage = async ({ db, site, ownPages }) => {
  const issues = await listPublicIssueNumbers(db, MAX_ISSUES);
  const authors = await listAuthorSlugs(db, MAX_AUTHORS);
  const months = await listArchiveMonths(db, site.timeZone);
  const years = new Set(months.map(({ month }) => month.slice(0, 4)));
  const paths = [
    ...mainPaths(site.sections),
    ...ownPages.pages.map(({ slug }) => ownPagePath(slug)),
    ...authors.map(authorPath),
    ...(months.length === 0 ? [] : [ARTICLE_ARCHIVE_PATH]),
    ...[...years, ...months.map(({ month }) => month)].map(archivePath),
    ...issues.map((number) => issuePath(number)),
  ];
  return sitemapDocument({
    root: 'urlset',
    entries: paths.map((path) => element('url', {}, location(site.url + path))),
    tags: [archiveTag, pageTags.sitemap, ownPageTags.list, pageTags.authors, pageTags.site],
  });
};
