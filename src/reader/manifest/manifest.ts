import { pageTags } from '#domain/articles/cache-tags.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { siteIcons } from './site-icons.ts';

export const MANIFEST_PATH = '/manifest.webmanifest';

/** The background of pages in light mode, as in the head of every document. */
const BACKGROUND = '#fbf9f5';

/** Name, icons and start page for a shortcut on the home screen (W3C Web Application Manifest). */
// oxlint-disable-next-line require-await
export const manifestFile: ReaderPage = async ({ site }) => ({
  status: 200,
  headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  body: JSON.stringify({
    id: '/',
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: site.locale,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    icons: siteIcons(site),
  }),
  tags: [pageTags.site],
});
