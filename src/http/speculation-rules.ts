/** Never fetched ahead: what is not a reader page, and links that say they are not to be followed. */
const EXCLUDED_PATHS = [
  '/admin*',
  '/login*',
  '/api*',
  '/media*',
  '/*.xml',
  '/feed*',
  '/*/feed*',
  '/newsletter/*',
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
      // on hover or touch: the next page is there when it is clicked, and few are made for nothing
      eagerness: 'moderate',
    },
  ],
};

export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/** What browsers may make ready ahead. Every HTML page names this address in its `Speculation-Rules` field. */
export function speculationRules(): Response {
  return new Response(JSON.stringify(RULES), {
    headers: {
      'content-type': 'application/speculationrules+json',
      'cache-control': 'public, max-age=86400',
    },
  });
}
