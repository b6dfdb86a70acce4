import type { Site } from '#domain/site/site.ts';
import { toSingleLine } from '#platform/unsafe-characters.ts';
import { hasVisibleText } from '#platform/visible-text.ts';
import { DEFAULT_AUTHOR_IMAGE, normaliseTags } from './article.ts';
import { type ArticleFields, mapTexts } from './article-fields.ts';
import { uniqueBylines } from './bylines.ts';
import type { ContentNotice } from './foreign-html/notices.ts';
import { sanitiseInput } from './html-processing.server.ts';
import { canonicalLanguage } from '#platform/language.ts';
import { slugify } from './slug.ts';

export type SiteDefaults = Pick<Site, 'defaultAuthor' | 'url'>;
export type CurrentSiteDefaults = () => SiteDefaults;

/**
 * Removes control characters and surrounding space from every field except the content, and fills empty fields with
 * defaults. `signArticle` fills in the bylines.
 */
export function cleanFields(input: ArticleFields, site: SiteDefaults): ArticleFields {
  const { content, ...texts } = input;
  const lines = mapTexts(texts, cleanLine);
  return {
    ...lines,
    content,
    slug: slugify(input.slug),
    bylines: uniqueBylines(input.bylines.map(({ author, name }) => ({ author, name: cleanLine(name) }))),
    authorImage: toStoredUrl(input.authorImage.trim(), site) || DEFAULT_AUTHOR_IMAGE,
    image: toStoredUrl(input.image.trim(), site),
    tags: normaliseTags(input.tags.map(cleanLine)),
    lang: canonicalLanguage(input.lang.trim()) ?? input.lang.trim(),
  };
}

export interface SanitisedFields {
  readonly fields: ArticleFields;
  /** What the content has lost. */
  readonly notices: readonly ContentNotice[];
}

/** Reduces the content to the formats of the editor. Throws as `sanitiseInput` does. */
export async function sanitiseContent(fields: ArticleFields): Promise<SanitisedFields> {
  const { html, notices } = await sanitiseInput(fields.content);
  return { fields: { ...fields, content: html }, notices };
}

/** One line, or an empty string if nothing of it is visible. */
function cleanLine(text: string): string {
  const line = toSingleLine(text);
  return hasVisibleText(line) ? line : '';
}

/** Reduces an absolute URL of an uploaded picture to its path, by which its sizes are looked up. */
function toStoredUrl(pictureUrl: string, { url }: SiteDefaults): string {
  return pictureUrl.startsWith(`${url}/media/`) ? pictureUrl.slice(url.length) : pictureUrl;
}
