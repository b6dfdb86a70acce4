import type { Page } from 'playwright-core';
import { SCREENS } from '../e2e/screens.ts';
import type { ContentPaths } from './content.ts';
import { press, type Screen } from './screen.ts';

/** Opens the menu of phones with all its sections, or the second list of the bar. */
async function openMenu(page: Page): Promise<void> {
  const toggle = page.locator('.menu-toggle');
  if (!(await toggle.isVisible())) return press(page, 'Content');
  await toggle.click();
  const closed = page.locator('.mobile-menu details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
}

/** Submits the form in `main` that is not the search. */
const submit = (page: Page) => page.locator('main form:not([role=search]) button').first().click();

const fileName = (path: string) => path.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';

/** Every page of readers, and the states that look different. `data` is the emailed link to the data of a reader. */
export const readerScreens = (paths: ContentPaths, data: string): readonly Screen[] => [
  ...SCREENS.map(({ path }) => ({ name: fileName(path), path })),
  { name: 'home-top', path: '/', viewportOnly: true },
  { name: 'menu', path: '/sports', viewportOnly: true, prepare: openMenu },
  { name: 'menu-over-hero', path: '/', viewportOnly: true, prepare: openMenu },
  {
    name: 'home-opened-cards',
    path: '/',
    async prepare(page) {
      for (const card of await page.locator('.stack-card').all()) await card.click({ force: true });
    },
  },
  {
    name: 'widget',
    path: '/about',
    viewportOnly: true,
    // By keyboard, because it is hidden where it would cover text.
    prepare: (page) => page.locator('.widget-toggle').press('Enter'),
  },
  { name: 'articles-last-page', path: '/articles?page=2' },
  { name: 'article', path: paths.article },
  {
    name: 'article-comment-form',
    path: paths.article,
    async prepare(page) {
      await page.locator('.comment-entry > summary').click();
      await page.locator('.comment-entry form button').click();
    },
  },
  { name: 'article-long-word', path: paths.longWord },
  { name: 'article-portrait', path: paths.portrait },
  { name: 'author', path: paths.author },
  { name: 'tag', path: paths.tag },
  { name: 'own-page', path: paths.page },
  { name: 'archive', path: '/articles/archive' },
  { name: 'archive-year', path: `/articles/archive/${new Date().getUTCFullYear()}` },
  { name: 'search', path: '/search' },
  { name: 'search-results', path: '/search?q=board%20harbor' },
  { name: 'search-nothing', path: '/search?q=zzzzqqqq' },
  { name: 'newsletter-error', path: '/newsletter', prepare: submit },
  { name: 'newsletter-subscribed', path: '/newsletter/subscribed' },
  { name: 'newsletter-archive', path: '/newsletter/issues' },
  { name: 'newsletter-issue', path: '/newsletter/issues/1' },
  { name: 'newsletter-expired-link', path: '/newsletter/confirm?token=expired' },
  { name: 'contact-error', path: '/contact', prepare: submit },
  { name: 'contact-sent', path: '/contact/sent' },
  { name: 'your-data', path: '/your-data' },
  { name: 'your-data-shown', path: data },
  { name: 'not-found', path: '/404' },
  { name: 'feed', path: '/feed.xml', viewportOnly: true },
];
