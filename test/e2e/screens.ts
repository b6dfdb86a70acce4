import { inject } from 'vitest';

export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Its only first-level heading. */
  readonly heading: string | RegExp;
  /** Its entry in the navigation bar. */
  readonly entry?: string;
}

const HOME: Screen = {
  name: 'Home',
  path: '/',
  heading: 'Contemporary Issues, Clear Analysis',
  entry: 'Home',
};

/** The sections in the order of section 2 of the specification. */
export const SECTIONS: readonly (Screen & { readonly empty: string })[] = [
  section('Global Politics', '/articles/global-politics'),
  section('African Affairs', '/articles/african-affairs'),
  section('Economy & Society', '/articles/economy-society'),
  section('Sports', '/sports'),
  section('Culture', '/culture'),
  section('Media & Power', '/media-power'),
  { ...section('Technology & Future', '/technology'), entry: 'Technology' },
  section('Opinions', '/opinions', 'Opinion pieces coming soon...'),
  section('Investigations', '/investigations', 'Special reports and investigations coming soon...'),
];

function section(name: string, path: string, empty = 'No articles in this category yet') {
  return { name, path, heading: name, entry: name, empty };
}

export const SCREENS: readonly Screen[] = [
  HOME,
  { name: 'Articles', path: '/articles', heading: 'Articles', entry: 'All Articles' },
  ...SECTIONS,
  { name: 'Podcast', path: '/podcasts', heading: /Podcast/, entry: 'Podcast' },
  { name: 'Videos', path: '/videos', heading: 'Videos', entry: 'Videos' },
  { name: 'Newsletter', path: '/newsletter', heading: /.+/, entry: 'Newsletter' },
  { name: 'About', path: '/about', heading: /.+/, entry: 'About' },
  { name: 'Contact', path: '/contact', heading: "Let's Connect", entry: 'Contact' },
];

/** The paths of one page of every kind, for tests of what holds for all of them. `/404` is not found. */
export const everyPath = async (site = inject('siteUrl')): Promise<readonly string[]> => [
  ...SCREENS.map(({ path }) => path),
  await findArticlePath(site),
  '/articles?page=2',
  '/articles/archive',
  '/404',
];

/** The path of a published article, from the listing of all articles. */
export async function findArticlePath(site = inject('siteUrl')): Promise<string> {
  const listing = await (await fetch(`${site}/articles`)).text();
  const path = /href="(\/article\/[^"#?]+)"/.exec(listing)?.[1];
  if (path === undefined) throw new Error('The listing of all articles has no article');
  return path;
}
