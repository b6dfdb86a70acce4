/** Never prerendered: paths that are not reader pages, and links that must not be followed. */
const EXCLUDED_PATHS = [
  '/admin*',
  '/login*',
  '/api*',
  '/media*',
  '/*.xml',
  '/feed*',
  '/*/feed*',
  '/newsletter/*',
  // Every one is a search.
  '/search*',
  '/your-data/*',
];
const EXCLUDED_LINKS = ['[rel~=nofollow]', '[rel~=download]', '[download]', '[target=_blank]'];

const RULES = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          ...EXCLUDED_PATHS.map((path) => ({ not: { href_matches: path } })),
          ...EXCLUDED_LINKS.map((selector) => ({ not: { selector_matches: selector } })),
        ],
      },
      // On hover or touch: the next page is ready when the link is clicked, and few pages are prerendered unused.
      eagerness: 'moderate',
    },
  ],
};

export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/** The rules for prerendering. Every HTML page names this path in its `Speculation-Rules` header field. */
export function speculationRules(): Response {
  return new Response(JSON.stringify(RULES), {
    headers: {
      'content-type': 'application/speculationrules+json',
      'cache-control': 'public, max-age=86400',
    },
  });
}
