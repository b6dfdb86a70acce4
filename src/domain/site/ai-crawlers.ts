/** What AI companies may do with the publication: everything, everything but training models, or nothing. */
export const AI_POLICIES = ['allow', 'search', 'refuse'] as const;
export type AiPolicy = (typeof AI_POLICIES)[number];

/** What a crawler collects pages for: to train models, to be found in AI search, or to answer one request of a person. */
type Purpose = 'training' | 'search' | 'request';

interface AiCrawler {
  /** The product token in `robots.txt` (RFC 9309, section 2.2.1). */
  readonly token: string;
  readonly purpose: Purpose;
}

/**
 * The crawlers of AI companies that document a token of their own, as of November 2026. `Google-Extended` and
 * `Applebot-Extended` send no requests: the tokens decide what Google and Apple do with pages that they have for search.
 *
 * - OpenAI: https://platform.openai.com/docs/bots
 * - Anthropic: https://support.claude.com/en/articles/8896518
 * - Google: https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers
 * - Apple: https://support.apple.com/en-us/119829
 * - Meta: https://developers.facebook.com/docs/sharing/webmasters/web-crawlers
 * - Amazon: https://developer.amazon.com/amazonbot
 * - Perplexity: https://docs.perplexity.ai/guides/bots
 * - Mistral: https://docs.mistral.ai/robots
 * - DuckDuckGo: https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot
 * - Common Crawl: https://commoncrawl.org/ccbot
 * - Ai2: https://allenai.org/crawler
 * - ByteDance and Cohere publish no page: https://github.com/ai-robots-txt/ai.robots.txt
 */
const AI_CRAWLERS: readonly AiCrawler[] = [
  ...crawlers('training', [
    'GPTBot',
    'ClaudeBot',
    'Google-Extended',
    'Applebot-Extended',
    'meta-externalagent',
    'Amazonbot',
    'CCBot',
    'AI2Bot',
    'Bytespider',
    'cohere-training-data-crawler',
  ]),
  ...crawlers('search', [
    'OAI-SearchBot',
    'Claude-SearchBot',
    'PerplexityBot',
    'meta-webindexer',
    'Amzn-SearchBot',
    'DuckAssistBot',
  ]),
  ...crawlers('request', [
    'ChatGPT-User',
    'Claude-User',
    'Perplexity-User',
    'MistralAI-User',
    'meta-externalfetcher',
    'Amzn-User',
  ]),
];

const REFUSED: Readonly<Record<AiPolicy, readonly Purpose[]>> = {
  allow: [],
  search: ['training'],
  refuse: ['training', 'search', 'request'],
};

/** The tokens of the crawlers that may read nothing. */
export const refusedCrawlers = (policy: AiPolicy): string[] =>
  AI_CRAWLERS.filter(({ purpose }) => REFUSED[policy].includes(purpose)).map(({ token }) => token);

export const isTrainingRefused = (policy: AiPolicy): boolean => policy !== 'allow';

/**
 * The values of `robots` in a meta element and `X-Robots-Tag` for crawlers without a token of their own. Not standardised;
 * introduced by DeviantArt, and read by the collectors of some picture data sets.
 */
export const robotsDirectives = (policy: AiPolicy): readonly string[] =>
  isTrainingRefused(policy) ? ['noai', 'noimageai'] : [];

/** The field `X-Robots-Tag` of a response; none if the policy says nothing. Written once, because pictures are requested often. */
export const robotsTagHeader = (policy: AiPolicy): RobotsTagHeader => ROBOTS_TAG_HEADERS[policy];

export type RobotsTagHeader = Readonly<Partial<Record<'x-robots-tag', string>>>;

const robotsTagOf = (policy: AiPolicy): RobotsTagHeader => {
  const directives = robotsDirectives(policy);
  return directives.length === 0 ? {} : { 'x-robots-tag': directives.join(', ') };
};
const ROBOTS_TAG_HEADERS: Readonly<Record<AiPolicy, RobotsTagHeader>> = {
  allow: robotsTagOf('allow'),
  search: robotsTagOf('search'),
  refuse: robotsTagOf('refuse'),
};

function crawlers(purpose: Purpose, tokens: readonly string[]): readonly AiCrawler[] {
  return tokens.map((token) => ({ token, purpose }));
}
