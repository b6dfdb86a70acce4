import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { emulateMedia } from './emulated-media.ts';
import { expect } from './expect.ts';
import { resizeTo } from './geometry.ts';
import { openPage } from './page.ts';
import { findArticlePath } from './screens.ts';

/** The names of the fonts that the page has loaded, without the content hash. */
const fontsOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return names
      .filter((name) => name.endsWith('.woff2'))
      .map((name) => /\/([a-z-]+)-[^/]*$/.exec(name)?.[1]);
  });

test('the italic font is only loaded where there is emphasis', async () => {
  const page = await openPage('/about');
  expect(new Set(await fontsOf(page))).toEqual(new Set(['sans', 'serif']));
  await page.evaluate(() => {
    const text = document.createElement('p');
    text.className = 'prose';
    const emphasis = document.createElement('em');
    emphasis.textContent = 'with emphasis';
    text.append('A word ', emphasis);
    document.querySelector('main')?.prepend(text);
  });
  await expect.poll(() => fontsOf(page)).toContain('serif-italic');
});

test('picture and title of the featured article link to it, and everything on a card to its article', async () => {
  const page = await openPage('/articles');
  const articles = page.getByRole('article');
  for (const [index, part] of [
    [0, '.frame'],
    [0, 'h2'],
    [1, 'time'],
  ] as const) {
    await page.goto('/articles');
    const article = articles.nth(index);
    const href = await article.locator('h2').getByRole('link').getAttribute('href');
    const target = article.locator(part);
    await target.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(page).toHaveURL(new RegExp(`${href}$`));
  }
});

test('the pictures of a listing load', async () => {
  const page = await openPage('/articles', { width: 390 });
  for (const picture of await page.getByRole('main').locator('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(0);
  }
});

describe('forced colors', () => {
  test('the current entry of the navigation is marked', async () => {
    const page = await openPage('/sports');
    await emulateMedia(page, { forcedColors: 'active' });
    const marks = await page
      .locator('.bar-link')
      .evaluateAll((links) =>
        links
          .filter((link) => getComputedStyle(link, '::after').scale === '1')
          .map((link) => [
            link.textContent,
            getComputedStyle(link, '::after').backgroundColor !==
              getComputedStyle(document.body).backgroundColor,
          ]),
      );
    expect(marks).toEqual([['Content', true]]);
  });

  test('the dots between the details of an article are visible, as on paper', async () => {
    const page = await openPage('/articles');
    await emulateMedia(page, { forcedColors: 'active' });
    const dots = await page.locator('article .meta > *').evaluateAll((details) =>
      details.map((detail) => {
        const { borderTopWidth, borderTopColor, width } = getComputedStyle(detail, '::before');
        return { borderTopWidth, width, isText: borderTopColor === getComputedStyle(detail).color };
      }),
    );
    // A border, which browsers draw in both; they remove backgrounds.
    const dot = { borderTopWidth: '3px', width: '3px', isText: true };
    expect(dots.length).toBeGreaterThan(3);
    expect(dots).toEqual(dots.map(() => dot));
  });

  test('the background of a line does not cover the line above', async () => {
    const page = await openPage('/');
    await emulateMedia(page, { forcedColors: 'active' });
    const tight = await page.locator('h1, h2, h3').evaluateAll((headings) =>
      headings.flatMap((heading) => {
        const { lineHeight, fontSize } = getComputedStyle(heading);
        // Ascent and descent of Source Serif 4 are 1.34 em, and the background is as high.
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize) < 1.34
          ? [heading.textContent]
          : [];
      }),
    );
    expect(tight).toEqual([]);
  });
});

describe('printed', () => {
  test('a page shows the publication and its URL, and hides interactive elements', async () => {
    const path = await findArticlePath();
    const page = await openPage(path);
    await emulateMedia(page, { media: 'print' });
    const name = page.locator('.site-name');
    await expect(name).toBeVisible();
    const address = await name.evaluate((link) => getComputedStyle(link, '::after').content);
    expect(address).toBe(`"${new URL(path, page.url()).href}"`);
    for (const hidden of [
      '.bar-menu',
      '.menu-toggle',
      '[aria-label="Search"]',
      '.site-footer',
      '.widget',
      'form',
      '.related',
    ])
      for (const element of await page.locator(hidden).all()) await expect(element).toBeHidden();
    // As wide as a narrow sheet.
    await resizeTo(page, 390);
    await expect(name).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // Without comments the section is hidden.
    if ((await page.locator('.comment').count()) === 0) await expect(page.locator('#comments')).toBeHidden();
  });

  test('no padding follows the content, which would move to a second sheet, and no rule is left of what is hidden', async () => {
    const page = await openPage('/about');
    await emulateMedia(page, { media: 'print' });
    for (const path of ['/your-data', '/sports', '/newsletter']) {
      await page.goto(path);
      await expect(page.locator('main > :last-child'), path).toHaveCSS('padding-bottom', '0px');
    }
    const buttons = page.getByRole('main').locator('p:has(.button)');
    await page.goto('/about');
    await expect(buttons).toHaveCount(1);
    await expect(buttons).toBeHidden();
  });

  test('pictures are not divided between sheets, and dividers, marked text and long lines are printed', async () => {
    const page = await openPage(await findArticlePath());
    await emulateMedia(page, { media: 'print' });
    await expect(page.locator('.frame').first()).toHaveCSS('break-inside', 'avoid');
    const shown = await page.locator('.prose').evaluate((prose) => {
      const marked = document.createElement('span');
      marked.dataset['tint'] = 'yellow';
      const small = Object.assign(new Image(120, 80), { sizes: '47rem', srcset: '/favicon.ico 120w' });
      const code = document.createElement('pre');
      code.textContent = 'cost = days * (fuel + wages) + '.repeat(20);
      prose.replaceChildren(document.createElement('hr'), marked, small, code);
      const styleOf = (selector: string) => getComputedStyle(prose.querySelector(selector) as Element);
      return {
        divider: styleOf('hr').borderTopStyle,
        marked: styleOf('[data-tint]').getPropertyValue('print-color-adjust'),
        width: (prose.querySelector('img') as HTMLImageElement).getBoundingClientRect().width,
        cutOff: code.scrollWidth - code.clientWidth,
      };
    });
    expect(shown).toEqual({ divider: 'solid', marked: 'exact', width: 120, cutOff: 0 });
  });
});
