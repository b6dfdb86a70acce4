import { inject } from 'vitest';

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Its only first-level heading. */
  readonly heading: string | RegExp;
}

const section = (name: string, path: string): Screen => ({ name, path, heading: name });

/** One page of each kind of readers, the sections in the order of the menus. */
export const SCREENS: readonly Screen[] = [
  { name: 'Home', path: '/', heading: 'Contemporary Issues, Clear Analysis' },
  { name: 'Articles', path: '/articles', heading: 'Articles' },
  section('Global Politics', '/articles/global-politics'),
  section('African Affairs', '/articles/african-affairs'),
  section('Economy & Society', '/articles/economy-society'),
  section('Sports', '/sports'),
  section('Culture', '/culture'),
  section('Media & Power', '/media-power'),
  section('Technology & Future', '/technology'),
  section('Opinions', '/opinions'),
  section('Investigations', '/investigations'),
  { name: 'Podcast', path: '/podcasts', heading: /Podcast/ },
  { name: 'Videos', path: '/videos', heading: 'Videos' },
  { name: 'Newsletter', path: '/newsletter', heading: /.+/ },
  { name: 'About', path: '/about', heading: /.+/ },
  { name: 'Contact', path: '/contact', heading: "Let's Connect" },
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
