import { type ArticleSummary, articlePath } from '#domain/articles/article.ts';
import { feedTags, FEED_FORMATS, FEED_SIZE, feedPath } from '#domain/articles/feeds/feed.ts';
import { listArticlesSince } from '#domain/articles/queries.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { sectionPath } from '#domain/categories/section.ts';
import { SECTIONS_TAG } from '#domain/categories/cache-tags.ts';
import type { Publication } from '../publication.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { SITEMAP_PATH } from '../sitemap/sitemap-paths.ts';
import { plainText } from './plain-text.ts';

export const LLMS_FILE_PATH = '/llms.txt';

const BEGINNING = new Date(0);

/** Whether the settings want the file. */
export const hasLlmsFile = ({ site }: Publication): boolean => site.discovery.hasLlmsFile;

/** An overview of the publication for language models, as Markdown (https://llmstxt.org). */
export const llmsFile: ReaderPage = async ({ db, site }) => {
  const articles = await listArticlesSince(db, BEGINNING, FEED_SIZE);
  const link = (name: string, path: string, note = '') =>
    `- [${markdownText(name)}](${site.url}${path})${note === '' ? '' : `: ${markdownText(note)}`}`;
  const blocks = [
    `# ${markdownText(site.name)}`,
    `> ${markdownText(site.description)}`,
    '## Sections',
    lines(
      site.sections.visible.map((section) => link(section.name, sectionPath(section), section.description)),
    ),
    '## Latest articles',
    lines(
      articles.map(({ title, slug, excerpt }: ArticleSummary) => link(title, articlePath(slug), excerpt)),
    ),
    '## Optional',
    lines([
      link('About', '/about'),
      link('Contact', '/contact'),
      link('Sitemap', SITEMAP_PATH),
      ...FEED_FORMATS.map((format) => link(`Feed (${format})`, feedPath('/', format))),
    ]),
  ];
  return plainText(`${blocks.filter((block) => block !== '').join('\n\n')}\n`, [
    feedTags.all,
    SECTIONS_TAG,
    pageTags.site,
  ]);
};

const lines = (entries: readonly string[]) => entries.join('\n');

/** One line in which no character of a title starts Markdown or HTML. */
const markdownText = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');
