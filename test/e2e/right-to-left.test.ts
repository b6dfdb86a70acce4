import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { changeSettings } from '../settings.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible, expectNoAxeViolations } from './axe.ts';
import { editorPath, openContentStep, openArticleApi, contentField } from './editor-page.ts';
import { button } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { startControlledSite } from '../controlled-site.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const TITLE = 'مطر تسعة أيام على الدلتا';
const EXCERPT = 'هطل المطر 9 أيام، وبلغ 120 ملم في المنصورة.';
const CONTENT =
  '<p>هطل المطر <strong>9 أيام</strong> متواصلة (120 ملم)، قال تقرير NASA لعام 2025.</p>' +
  '<h1>ما الذي حدث؟</h1><p>The report in English, with the word مطر in it.</p>' +
  '<ul><li><p>المنصورة: 120 ملم</p></li><li><p>دمياط: 95.5 ملم</p></li><li><p>Near the coast</p></li></ul>' +
  '<ol><li><p>ראשון 1</p></li><li><p>שני 2</p></li></ol>' +
  '<blockquote><p>لم نر مثل هذا منذ عام 1994.</p></blockquote><pre><code>rain = 9</code></pre>';
/** The expected directions of the top-level blocks of the content. */
const DIRECTIONS = ['rtl', 'rtl', 'ltr', 'rtl', 'rtl', 'rtl', 'ltr'];

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    const article = {
      slug: 'rain',
      title: TITLE,
      excerpt: EXCERPT,
      content: CONTENT,
      categorySlug: 'sports',
    };
    const rain = await makeArticle(database, article);
    await makeComment(database, rain, { commentText: 'תודה על הכתבה, 10 מתוך 10.' });
    await makeComment(database, rain, { commentText: 'Thank you, شكرا.' });
    await makeArticle(database, { slug: 'english', title: 'In English', categorySlug: 'sports' });
  });
});
afterAll(() => site.stop());

const directionOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).direction);
const directions = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((node) => getComputedStyle(node).direction));

describe('right-to-left text', () => {
  test('in an article with quotes, lists and comments, and next to left-to-right text', async () => {
    const page = await openPage('/article/rain', { width: 390, site: site.url });
    const main = page.getByRole('main');
    expect(await directionOf(main.getByRole('heading', { level: 1 }))).toBe('rtl');
    expect(await directionOf(main.getByText(EXCERPT).first())).toBe('rtl');
    const body = main.locator('.prose');
    expect(await directions(body.locator('> *'))).toEqual(DIRECTIONS);
    // The border of the quote and the markers of the list are at the inline start, which is the right side.
    await expect(body.locator('blockquote')).toHaveCSS('border-right-width', '3px');
    await expect(body.locator('blockquote')).toHaveCSS('border-left-width', '0px');
    await expect(body.locator('ul')).toHaveCSS('padding-left', '0px');
    const comments = page.locator('#comments .comment-text');
    expect(await directions(comments)).toEqual(['ltr', 'rtl']);
    await expectAccessible(page);

    await page.goto('/sports');
    const card = page.getByRole('article').filter({ hasText: TITLE });
    expect(await directionOf(card.getByRole('heading'))).toBe('rtl');
    expect(await directionOf(card.getByText(EXCERPT))).toBe('rtl');
    expect(await directionOf(page.getByRole('heading', { name: 'In English' }))).toBe('ltr');
    await expectAccessible(page, 'light');
    await page.goto('/article/english');
    expect(await directionOf(page.locator('.next-article bdi'))).toBe('rtl');
    expect(await directionOf(page.getByRole('heading', { level: 1 }))).toBe('ltr');
  });

  test('the editor shows each block in the same direction as the page and stores no direction', async () => {
    const api = await openArticleApi(site);
    const article = (await api.list('sports')).find(({ slug }) => slug === 'rain');
    if (article === undefined) throw new Error('the article was not found');
    const page = await signedInPage(site, editorPath(article), { width: 390 });
    expect(await directionOf(page.getByLabel('Title *'))).toBe('rtl');
    expect(await directionOf(page.getByLabel('Excerpt *'))).toBe('rtl');
    expect(await directionOf(page.getByLabel('Slug *'))).toBe('ltr');
    await openContentStep(page);
    expect(await directions(contentField(page).locator('> *'))).toEqual(DIRECTIONS);
    await contentField(page).locator('> p').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Typed.');
    await expectAccessible(page, 'light');
    await button(page, /^(?:Publish|Update)$/).click();
    await expect(page).toHaveURL(/\/admin$/);
    const stored = (await api.read(article.id)).content;
    expect(stored).not.toContain('dir=');
    expect(stored).toContain(' Typed.');
  });
});

test('a publication in Arabic mirrors its pages, and its English words stay readable', async () => {
  const arabic = await startControlledSite();
  onTestFinished(() => arabic.close());
  const { access_token: token } = await arabic.signIn(arabic.editor);
  const name = 'الميناء';
  const locale = { publication_locale: 'ar', publication_name: name };
  await changeSettings(arabic.app, { authorization: `Bearer ${String(token)}` }, locale);
  await makeArticle(arabic.app.database, { title: TITLE, slug: 'rain', readTime: '9 min read' });
  const page = await openPage('/articles', { site: arabic.url });
  /** The horizontal positions of the beginnings of two words of a text. */
  const startsOf = (text: Locator, ...words: readonly string[]) =>
    text.evaluate((element, wanted) => {
      const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      const range = document.createRange();
      return wanted.map((word) => {
        const at = node?.textContent?.indexOf(word) ?? -1;
        if (!node || at < 0) throw new Error(`there is no ${word}`);
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().left;
      });
    }, words);
  const [number = 0, unit = 0] = await startsOf(page.getByText('9 min read'), '9', 'min');
  expect(number).toBeLessThan(unit);
  await page.goto('/about');
  await expect(page.locator('.timeline')).toHaveCSS('border-right-width', '2px');
  await page.goto('/');
  await expect(page.locator('.lucide-arrow-right').first()).toHaveCSS('scale', '-1 1');
  await expectNoAxeViolations(page);
});
