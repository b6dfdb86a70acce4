import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE_HTML } from '../hostile-html.ts';
import { type NewsroomSite, startNewsroom } from '../newsroom.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const A_PAGE = 24;

/** Pictures of the payloads, which are nowhere. Anything else that fails, is refused or leaves the machine is a fault. */
const MISSING = ['/media/a-480.webp', '/x'];

/** The texts as they are stored, one by one, then put together so that a few pages show them all. */
let bodies: string[];
let site: NewsroomSite;

beforeAll(async () => {
  site = await startNewsroom();
  const write = await writer(site);
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
  bodies = Array.from({ length: Math.ceil(stored.length / A_PAGE) }, (_, page) =>
    stored.slice(page * A_PAGE, (page + 1) * A_PAGE).join(''),
  );
  for (const [page, content] of bodies.entries())
    await write({ slug: `together-${page}`, title: `Together ${page}`, excerpt: 'All of it', content });
}, 120_000);
afterAll(() => site.stop());

/** `openPage` fails for whatever ran or was kept from running by the policy; a dialog would only hold the page up. */
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

describe('what was written to do harm', () => {
  test('lies still on the pages of articles, and changes nothing around it', async () => {
    for (const index of bodies.keys()) {
      const page = await openPage(`/article/together-${index}`, { site: site.url, missing: MISSING });
      await expectInert(page);
      expect(await foreign(page)).toEqual([]);
      // Nothing lies over the page, and nothing of it has gone.
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`Together ${index}`);
      await page.getByRole('navigation').first().waitFor();
    }
  });

  test('lies still in lists, with and without script', async () => {
    for (const script of [true, false])
      for (const path of ['/articles', '/articles?page=2', '/articles/global-politics?page=3']) {
        const page = await openPage(path, { site: site.url, script, missing: MISSING });
        await expectInert(page);
        expect(await page.getByText('pwned()').count()).toBeGreaterThan(0);
      }
  });

  test('lies still in the feed, which any reader of XML can take apart', async () => {
    const page = await openPage('/about', { site: site.url });
    const bare = await page.context().newPage();
    const xml = await (await fetch(`${site.url}/feed.xml`)).text();
    const read = await bare.evaluate((text) => {
      const feed = new DOMParser().parseFromString(text, 'application/xml');
      return {
        names: [...new Set([...feed.querySelectorAll('*')].map(({ nodeName }) => nodeName))].toSorted(),
        summaries: [...feed.querySelectorAll('summary')].map(({ textContent }) => textContent),
      };
    }, xml);
    const ours = 'author category entry feed id link name published subtitle summary title updated'.split(
      ' ',
    );
    expect(read.names).toEqual(ours);
    expect(read.summaries).toHaveLength(20);
    expect(read.summaries.at(-1)).toBe(`E ${HOSTILE_HTML[HOSTILE_HTML.length + bodies.length - 20] ?? ''}`);
  });

  test('lies still even where no policy would stop it', async () => {
    const page = await openPage('/about', { site: site.url });
    const bare = await page.context().newPage();
    // Without an address of its own the bare page asks for no pictures, and nothing but the payloads is on it.
    for (const body of bodies) await bare.setContent(body.replaceAll(/<img\b[^>]*>/g, ''));
    for (const body of bodies)
      await bare.setContent(`<div class="prose">${body.replaceAll(/ src="[^"]*"/g, '')}</div>`);
    expect(await foreign(bare)).toEqual([]);
  });

  test('lies still in the newsroom', async () => {
    const page = await signedInPage(site, '/admin', { missing: MISSING });
    await page.getByRole('table').waitFor();
    await expectInert(page);
    expect(await page.getByRole('table').getByText('pwned()').count()).toBeGreaterThan(0);
  });
});

/** Elements and attributes below the text of the article that no article may have. */
function foreign(page: Page): Promise<string[]> {
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

async function writer(newsroom: NewsroomSite) {
  const { access_token: token } = await newsroom.signIn(newsroom.editor);
  return async (input: Readonly<Record<string, unknown>>): Promise<{ content: string }> => {
    const response = await fetch(`${newsroom.url}/api/newsroom/articles`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${String(token)}` },
      body: JSON.stringify({ category_slug: 'global-politics', is_draft: false, ...input }),
    });
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as { content: string };
  };
}
