import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE_HTML } from '../hostile-html.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { openArticleApi } from './editor-page.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const PAYLOADS_PER_PAGE = 24;

/** Picture paths in the payloads that do not exist. Any other failed or external request fails the test. */
const MISSING = ['/media/a-480.webp', '/x'];

/** The sanitized payloads, combined so that a few pages contain all of them. */
let bodies: string[];
let site: NewsroomServer;

beforeAll(async () => {
  site = await startNewsroom();
  const api = await openArticleApi(site);
  const write = (input: Readonly<Record<string, unknown>>) =>
    api.create({ category_slug: 'global-politics', is_draft: false, ...input });
  const stored: string[] = [];
  for (const [index, payload] of HOSTILE_HTML.entries()) {
    const { content } = await write({
      slug: `hostile-${index}`,
      title: `T ${payload}`.slice(0, 300),
      excerpt: `E ${payload}`,
      author_name: `A ${payload}`.slice(0, 200),
      read_time: `R ${payload}`.slice(0, 60),
      image_alt: `I ${payload}`,
      tags: [payload],
      content: `<p>begin</p>${payload}<p>end</p>`,
    });
    stored.push(content);
  }
  bodies = Array.from({ length: Math.ceil(stored.length / PAYLOADS_PER_PAGE) }, (_, page) =>
    stored.slice(page * PAYLOADS_PER_PAGE, (page + 1) * PAYLOADS_PER_PAGE).join(''),
  );
  for (const [page, content] of bodies.entries())
    await write({ slug: `together-${page}`, title: `Together ${page}`, excerpt: 'All of it', content });
});
afterAll(() => site.stop());

/**
 * `openPage` fails the test for scripts that ran or were blocked by the policy. Dialogs are dismissed, as they would
 * block the page.
 */
async function expectInert(page: Page): Promise<void> {
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  const frames = page.frames().length;
  const addresses = await page
    .locator('.prose a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const address of addresses) expect(address).toMatch(/^(?:https?:\/\/|mailto:|tel:)/);
  await page.mouse.wheel(0, 20_000);
  expect({ dialogs, frames }).toEqual({ dialogs: 0, frames: 1 });
  expect(await page.title()).not.toBe('');
}

describe('malicious content', () => {
  test('is inert on article pages, and does not affect the rest of the page', async () => {
    const page = await openPage('/about', { site: site.url, expectedNotFound: MISSING });
    for (const index of bodies.keys()) {
      await page.goto(`/article/together-${index}`);
      await expectInert(page);
      expect(await findDisallowedMarkup(page)).toEqual([]);
      // The rest of the page is still there.
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`Together ${index}`);
      await page.getByRole('navigation').first().waitFor();
    }
  });

  test('is inert in lists, with and without script', async () => {
    for (const script of [true, false]) {
      const page = await openPage('/about', { site: site.url, script, expectedNotFound: MISSING });
      for (const path of ['/articles', '/articles?page=2', '/articles/global-politics?page=3']) {
        await page.goto(path);
        await expectInert(page);
        expect(await page.getByText('pwned()').count()).toBeGreaterThan(0);
      }
    }
  });

  test('is inert even without a content security policy', async () => {
    const page = await openPage('/about', { site: site.url });
    const bare = await page.context().newPage();
    // On about:blank relative URLs cannot load, so pictures or their sources are removed. The page contains only the
    // payloads.
    for (const body of bodies) await bare.setContent(body.replaceAll(/<img\b[^>]*>/g, ''));
    for (const body of bodies)
      await bare.setContent(`<div class="prose">${body.replaceAll(/ src="[^"]*"/g, '')}</div>`);
    expect(await findDisallowedMarkup(bare)).toEqual([]);
  });

  test('is inert in the newsroom', async () => {
    const page = await signedInPage(site, '/admin', { expectedNotFound: MISSING });
    await page.getByRole('table').waitFor();
    await expectInert(page);
    expect(await page.getByRole('table').getByText('pwned()').count()).toBeGreaterThan(0);
  });
});

/** Elements and attributes in the article content that are not allowed. */
function findDisallowedMarkup(page: Page): Promise<string[]> {
  return page.locator('.prose').evaluate((prose) => {
    const tags =
      'P H1 H2 H3 H4 H5 BLOCKQUOTE PRE UL OL LI HR FIGURE FIGCAPTION BR STRONG EM U S SPAN CODE A IMG'.split(
        ' ',
      );
    const attributes =
      'href src srcset sizes alt title width height start tabindex rel loading decoding class style data-indent data-ink data-tint'.split(
        ' ',
      );
    return [...prose.querySelectorAll('*')].flatMap((element) => [
      ...(tags.includes(element.tagName) ? [] : [element.outerHTML]),
      ...[...element.attributes].filter(({ name }) => !attributes.includes(name)).map(({ name }) => name),
    ]);
  });
}
