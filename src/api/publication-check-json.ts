import { z } from '@hono/zod-openapi';
import { ARTICLE_STATES } from '#domain/articles/article-state.ts';
import { type Finding, FINDING_CODES, SEVERITIES } from '#domain/articles/publication-check/finding.ts';
import { type CheckedText, TEXT_SOURCES } from '#domain/articles/publication-check/checked-text.server.ts';
import type { ArticlePreviews } from '#reader/publication-check/article-previews.tsx';
import type { PageWeight } from '#reader/publication-check/page-weight.server.ts';
import { toSnakeCase } from '#platform/key-case.ts';

const FindingJson = z
  .object({
    code: z.enum(FINDING_CODES),
    severity: z.enum(SEVERITIES).meta({ description: '`error`: publishing is refused. `warning`: advice.' }),
    message: z.string().meta({ description: 'A sentence that says what to do.' }),
    field: z
      .string()
      .nullable()
      .meta({ description: 'The field of the article; null for what is in none, such as notes.' }),
    block: z.int().nullable().meta({
      description: 'The outermost block of `content`, counted from 0; null if it concerns no single one.',
    }),
    excerpt: z
      .string()
      .meta({ description: 'The beginning of the text, or the address, that is meant; empty for none.' }),
  })
  .openapi('PublicationCheckFinding');

const document = () => z.object({ html: z.string().meta({ description: 'A complete document.' }) });

const Previews = z
  .object({
    page: document().extend({ url: z.string() }),
    card: document(),
    featured: document().nullable().meta({
      description: 'At the top of all articles; null unless the article is featured.',
    }),
    feed: document().extend({
      title: z.string(),
      url: z.string(),
      summary: z.string(),
      authors: z.array(z.string()),
      published: z.iso.datetime(),
      rss: z.string().meta({ description: 'The item of the RSS feed.' }),
    }),
    email: document().extend({ text: z.string().meta({ description: 'The plain text.' }) }),
    search: z.object({
      title: z.string(),
      url: z.string(),
      breadcrumbs: z.array(z.string()),
      description: z.string(),
    }),
    social: z.object({
      url: z.string(),
      site_name: z.string(),
      title: z.string(),
      description: z.string(),
      card: z.enum(['summary', 'summary_large_image']),
      image: z.object({ url: z.string(), alt: z.string(), width: z.number(), height: z.number() }),
    }),
  })
  .openapi('ArticlePreviews');

const bytes = () => z.int().min(0);
const bytesByScreen = () => z.object({ phone: bytes(), desktop: bytes() });

const Weight = z
  .object({
    html: bytes(),
    style_sheets: bytes(),
    fonts: bytes(),
    scripts: bytes(),
    pictures: bytesByScreen().meta({
      description:
        'All pictures of the page, in the widths that a phone (390 pixels, three device pixels each) and a desktop computer (1366 pixels) load.',
    }),
    total: bytesByScreen(),
    unmeasured: z.int().meta({ description: 'Pictures whose size is unknown.' }),
  })
  .openapi('PageWeight');

export const PublicationCheck = z
  .object({
    state: z.enum(ARTICLE_STATES).nullable().meta({ description: 'Null for an article that is not stored.' }),
    source: z.enum(TEXT_SOURCES).meta({ description: 'Which text was checked.' }),
    is_publishable: z
      .boolean()
      .meta({ description: 'Whether there is no finding with the severity `error`.' }),
    findings: z.array(FindingJson).meta({ description: 'Errors first.' }),
    omitted: z.int().meta({ description: 'Further findings: each code is listed at most twenty times.' }),
    read_time: z.string(),
    word_count: z.int(),
    previews: Previews,
    weight: Weight.meta({
      description: 'Bytes of the page after compression, for a reader who has none of it.',
    }),
  })
  .openapi('PublicationCheck');

/** A check as the API returns it. */
interface PublicationCheckResult {
  readonly text: Pick<CheckedText, 'source' | 'article'>;
  readonly findings: readonly Finding[];
  readonly omitted: number;
  readonly readTime: string;
  readonly wordCount: number;
  readonly previews: ArticlePreviews;
  readonly weight: PageWeight;
}

export function publicationCheckJson(result: PublicationCheckResult): z.infer<typeof PublicationCheck> {
  const { text, findings, weight } = result;
  return {
    state: text.article?.state ?? null,
    source: text.source,
    is_publishable: findings.every(({ severity }) => severity !== 'error'),
    findings: findings.map((finding) => ({
      ...finding,
      field: finding.field === null ? null : toSnakeCase(finding.field),
    })),
    omitted: result.omitted,
    read_time: result.readTime,
    word_count: result.wordCount,
    previews: previewsJson(result.previews),
    weight: {
      html: weight.html,
      style_sheets: weight.styleSheets,
      fonts: weight.fonts,
      scripts: weight.scripts,
      pictures: { ...weight.pictures },
      total: { ...weight.total },
      unmeasured: weight.unmeasured,
    },
  };
}

function previewsJson({
  page,
  card,
  featured,
  feed,
  email,
  search,
  social,
}: ArticlePreviews): z.infer<typeof Previews> {
  const { item, html, rss } = feed;
  return {
    page: { ...page },
    card: { ...card },
    featured,
    feed: {
      html,
      rss,
      title: item.title,
      url: item.url,
      summary: item.summary,
      authors: item.authors.map(({ name }) => name),
      published: item.date_published,
    },
    email: { ...email },
    search: { ...search, breadcrumbs: [...search.breadcrumbs] },
    social: {
      url: social.url,
      site_name: social.siteName,
      title: social.title,
      description: social.description,
      card: social.card,
      image: { ...social.image },
    },
  };
}
