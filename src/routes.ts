import { ARTICLE_ARCHIVE_PATH } from '#domain/articles/archive.ts';
import { FEED_FORMATS, type FeedFormat, feedPath } from '#domain/articles/feeds/feed.ts';
import { MEDIA_SECTIONS } from '#domain/categories/media-section.ts';
import { ARCHIVE_PATH, issuePath } from '#domain/newsletter/issue.ts';
import { YOUR_DATA_PATH } from '#domain/personal-data/paths.ts';
import { STYLE_SHEET_PATTERN } from '#domain/site/appearance/appearance.server.ts';
import { aboutPage } from '#reader/about/about-page.tsx';
import { archiveIndexPage, archiveYearPage } from '#reader/archive/archive-index-page.tsx';
import { archiveMonthPage } from '#reader/archive/archive-month-page.tsx';
import { browserIcon, homeScreenIcon } from '#reader/appearance/icon-redirect.ts';
import { appearanceStyleSheet } from '#reader/appearance/style-sheet.ts';
import type { ReaderPage } from '#reader/reader-page.tsx';
import { articlePage, commentPermalinkPage, commentsRedirectPage } from '#reader/article/article-page.tsx';
import { articlesPage } from '#reader/articles/articles-page.tsx';
import { authorFeed } from '#reader/author/author-feed.ts';
import { authorPage } from '#reader/author/author-page.tsx';
import { contactPage, contactSentPage } from '#reader/contact/contact-page.tsx';
import { SENT_PATH } from '#reader/contact/contact-form-messages.ts';
import { articlesFeed } from '#reader/feeds/article-feeds.ts';
import { homePage } from '#reader/home/home-page.tsx';
import { MANIFEST_PATH, manifestFile } from '#reader/manifest/manifest.ts';
import { mediaPage } from '#reader/media/media-page.tsx';
import { archivePage } from '#reader/newsletter/archive-page.tsx';
import { issuePage } from '#reader/newsletter/issue-page.tsx';
import { newsletterPage, subscribedPage } from '#reader/newsletter/newsletter-page.tsx';
import { SUBSCRIBED_PATH } from '#reader/newsletter/subscribe-messages.ts';
import { deletedPage } from '#reader/personal-data/deletion-page.tsx';
import { linkRequestedPage, linkRequestPage } from '#reader/personal-data/link-request-page.tsx';
import { LINK_REQUESTED_PATH, DELETED_PATH } from '#reader/personal-data/personal-data-paths.ts';
import { isOwnPage, ownPage } from '#reader/page/own-page.tsx';
import { hasLlmsFile, LLMS_FILE_PATH, llmsFile } from '#reader/robots/llms-file.ts';
import { robotsFile } from '#reader/robots/robots.ts';
import { SECURITY_FILE_PATH, securityFile } from '#reader/robots/security-file.ts';
import { TRUST_FILE_PATH, trustFile, trustFileRedirect } from '#reader/robots/trust-file.ts';
import type { ReaderRoute } from '#reader/router.server.ts';
import { isSectionPath } from '#reader/section/requested-section.ts';
import { sectionFeed } from '#reader/section/section-feed.ts';
import { sectionPage } from '#reader/section/section-page.tsx';
import { articleSitemap } from '#reader/sitemap/article-sitemap.ts';
import { newsSitemap } from '#reader/sitemap/news-sitemap.ts';
import { pagesSitemap } from '#reader/sitemap/pages-sitemap.ts';
import { sitemapIndex } from '#reader/sitemap/sitemap-index.ts';
import { tagsSitemap } from '#reader/sitemap/tags-sitemap.ts';
import {
  ARTICLE_SITEMAP_PATTERN,
  NEWS_SITEMAP_PATH,
  PAGES_SITEMAP_PATH,
  SITEMAP_PATH,
  TAGS_SITEMAP_PATH,
} from '#reader/sitemap/sitemap-paths.ts';
import { tagFeed } from '#reader/tag/tag-feed.ts';
import { isTagPath, tagPage } from '#reader/tag/tag-page.tsx';

const route = (path: string, page: ReaderPage, query: readonly string[] = []): ReaderRoute => ({
  path,
  page,
  query,
});

/** The feeds of a page, one in each format. */
const feeds = (page: string, feedOf: (format: FeedFormat) => ReaderPage): readonly ReaderRoute[] =>
  FEED_FORMATS.map((format) => ({
    ...route(feedPath(page, format), feedOf(format)),
    isNegotiated: format === 'json',
  }));

/** The path of a section is configured by the newsroom. A route above has precedence. */
const sectionRoutes = (path: string): readonly ReaderRoute[] =>
  [route(path, sectionPage, ['page']), ...feeds(path, sectionFeed)].map((found) => ({
    ...found,
    isPage: isSectionPath,
  }));

/** All routes of the public site. Any other path is answered with the not-found page. */
export const READER_ROUTES: readonly ReaderRoute[] = [
  route('/', homePage),
  route('/articles', articlesPage, ['page']),
  route('/article/:slug', articlePage, ['comments', 'posted']),
  route('/article/:slug/comments', commentsRedirectPage),
  route('/article/:slug/comments/:id', commentPermalinkPage),
  route('/author/:slug', authorPage, ['page']),
  ...feeds('/author/:slug', authorFeed),
  { ...route('/tag/:slug', tagPage, ['page']), isPage: isTagPath },
  ...feeds('/tag/:slug', tagFeed),
  ...MEDIA_SECTIONS.map((section) => route(section.path, mediaPage(section))),
  route('/newsletter', newsletterPage),
  route(SUBSCRIBED_PATH, subscribedPage),
  route(ARCHIVE_PATH, archivePage, ['page']),
  route(issuePath(':number'), issuePage),
  route('/about', aboutPage),
  route('/contact', contactPage),
  route(SENT_PATH, contactSentPage),
  route(YOUR_DATA_PATH, linkRequestPage),
  route(LINK_REQUESTED_PATH, linkRequestedPage),
  route(DELETED_PATH, deletedPage),
  ...feeds('/', articlesFeed),
  route('/robots.txt', robotsFile),
  route(STYLE_SHEET_PATTERN, appearanceStyleSheet),
  { ...route(LLMS_FILE_PATH, llmsFile), isPage: hasLlmsFile },
  route(TRUST_FILE_PATH, trustFile),
  route(`/.well-known${TRUST_FILE_PATH}`, trustFileRedirect),
  { ...route(SECURITY_FILE_PATH, securityFile), isTimed: true },
  route(MANIFEST_PATH, manifestFile),
  route('/favicon.svg', browserIcon),
  route('/apple-touch-icon.png', homeScreenIcon),
  route(SITEMAP_PATH, sitemapIndex),
  route(PAGES_SITEMAP_PATH, pagesSitemap),
  route(TAGS_SITEMAP_PATH, tagsSitemap),
  route(ARTICLE_SITEMAP_PATTERN, articleSitemap),
  { ...route(NEWS_SITEMAP_PATH, newsSitemap), isTimed: true },

  ...sectionRoutes('/articles/:section'),
  // After the sections, one of which may have this path.
  route(ARTICLE_ARCHIVE_PATH, archiveIndexPage),
  route(`${ARTICLE_ARCHIVE_PATH}/:year{[12][0-9]{3}}`, archiveYearPage),
  route(`${ARTICLE_ARCHIVE_PATH}/:year{[12][0-9]{3}}/:month{0[1-9]|1[0-2]}`, archiveMonthPage, ['page']),
  ...sectionRoutes('/:section'),

  // Last: the newsroom chooses the slug. It cannot be the first segment of another path.
  { ...route('/:slug', ownPage), isPage: isOwnPage },
];
