import { createRoute, z } from '@hono/zod-openapi';
import { FOUND_PAGE_KINDS } from '#domain/articles/search/search-result.ts';
import { QUERY_MAX_LENGTH } from '#domain/articles/search/search-query.ts';
import type { Search } from '#domain/articles/search/searching.server.ts';
import type { CurrentSite } from '#domain/site/site.ts';
import { networkOf } from '#http/network.server.ts';
import { type FoundPageJson, searchJson } from '#reader/search/search-json.ts';
import { json } from './openapi/json.ts';
import { pageFields, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const SearchQuery = z.object({
  q: z.string().max(QUERY_MAX_LENGTH).default('').meta({ description: 'Words; "a phrase"; -excluded.' }),
  section: z.string().max(100).optional().meta({ description: 'The slug of a category.' }),
  year: z
    .string()
    .regex(/^[12]\d{3}$/, 'Please give a year of four digits')
    .optional()
    .meta({ description: 'In the time zone of the publication.' }),
  author: z.string().max(200).optional().meta({ description: 'The name of an author.' }),
  page: PageNumber,
});

const TextPart = z
  .object({ text: z.string(), match: z.boolean() })
  .meta({ description: 'A piece of a text; `match` for words that were searched for.' });

const SearchResults = z
  .object({
    total: z.int(),
    accuracy: z.enum(['exact', 'estimated', 'minimum']).meta({ description: 'Of all numbers of results.' }),
    ...pageFields,
    is_incomplete: z.boolean().meta({ description: 'Some articles are not in the index yet.' }),
    suggestion: z.string().nullable().meta({ description: 'Another spelling, if no article was found.' }),
    results: z.array(
      z.object({
        path: z.string(),
        title: z.array(TextPart),
        excerpt: z.array(TextPart),
        category_slug: z.string(),
        category_name: z.string(),
        author_name: z.string(),
        publish_date: z.iso.datetime(),
        lang: z.string().meta({ description: 'BCP 47; empty for the language of the publication.' }),
      }),
    ),
    pages: z
      .array(
        z.object({
          kind: z.enum(FOUND_PAGE_KINDS),
          path: z.string(),
          title: z.array(TextPart),
          excerpt: z.array(TextPart),
          lang: z.string().meta({ description: 'BCP 47; empty for the language of the publication.' }),
        }),
      )
      .meta({
        description:
          'At most five sections, three tags and five pages of the publication, on the first page without filters.',
      }),
    categories: z.array(z.object({ slug: z.string(), name: z.string(), count: z.int() })),
    years: z.array(z.object({ year: z.int(), count: z.int() })),
    authors: z.array(z.object({ name: z.string(), count: z.int() })),
  })
  .openapi('SearchResults');

const searchArticles = createRoute({
  method: 'get',
  path: '/search',
  tags: ['Reading'],
  summary: 'Searches the published articles, the best first, 20 per page',
  request: { query: SearchQuery },
  responses: {
    200: json(SearchResults, 'A page of results.'),
    ...problems('invalid', 'not_found', 'too_many', 'unavailable'),
  },
});

/** The types of responses are mutable. */
const mutableTexts = <Found extends Pick<FoundPageJson, 'title' | 'excerpt'>>(found: Found) => ({
  ...found,
  title: [...found.title],
  excerpt: [...found.excerpt],
});

interface SearchApiDeps {
  readonly search: Search;
  readonly site: CurrentSite;
  readonly trustProxy: number;
}

/** Not in the page cache: the results are for one reader and of one moment. */
export function searchApi({ search, site, trustProxy }: SearchApiDeps) {
  return apiRouter().openapi(searchArticles, async (context) => {
    const { q: query, section = null, year, author = null, page } = context.req.valid('query');
    const filters = { section, author, year: year === undefined ? null : Number(year) };
    const found = await search.find({ query, filters, page }, networkOf(context, trustProxy));
    const { total, accuracy, page_count, suggestion, ...rest } = searchJson(found, site());
    return context.json(
      {
        total,
        accuracy,
        page,
        page_count,
        is_incomplete: found.isIncomplete,
        suggestion,
        results: rest.results.map(mutableTexts),
        pages: rest.pages.map(mutableTexts),
        categories: [...rest.categories],
        years: [...rest.years],
        authors: [...rest.authors],
      },
      200,
    );
  });
}
