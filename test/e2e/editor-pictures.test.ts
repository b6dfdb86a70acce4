import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { makePhoto } from '../pictures.ts';
import { expectNoAxeViolations } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { contentField, insertPicture, paste, startArticle } from './editor-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';
import { button } from './newsroom-page.ts';

const site = useEditorSite();

/** A new article with the caret in its empty content. */
async function openNew(title: string): Promise<Page> {
  const page = await site.open('/admin/article-editor/sports');
  await startArticle(page, title);
  await contentField(page).click();
  return page;
}

/** Publishes and returns the body of the public page, with each picture replaced by its alternative text. */
async function publishedBody(page: Page, slug: string): Promise<string> {
  await button(page, 'Publish').click();
  await expect(page).toHaveURL(/\/admin$/);
  const response = await fetch(`${site.server.url}/article/${slug}`);
  const [, body = ''] = /<div class="prose[^>]*>(.*?)<\/div>/s.exec(await response.text()) ?? [];
  expect(body.match(/<img(?![^>]* src="[^"])/g)).toBeNull();
  return body
    .replaceAll(/<picture>.*?<img[^>]* alt="([^"]*)"[^>]*>.*?<\/picture>/gs, '[$1]')
    .replaceAll(/<img[^>]* alt="([^"]*)"[^>]*>/g, '[$1]');
}

const photo = (seed: number) => makePhoto({ format: 'png', seed });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Picture' });
const pictures = (page: Page) => page.locator('.ProseMirror img:not(.ProseMirror-separator)');

async function describePicture(page: Page, alt: string): Promise<void> {
  await dialogOf(page).getByLabel('Alt text').fill(alt);
  await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
}

/**
 * Drops picture files on the text, as from a folder.
 *
 * @param after text in front of the place; without it, they are dropped at the end
 */
async function dropPictures(page: Page, seeds: readonly number[], after?: string): Promise<void> {
  const files = (await Promise.all(seeds.map(photo))).map((picture) => picture.toString('base64'));
  await contentField(page).evaluate(
    (element, given) => {
      const dataTransfer = new DataTransfer();
      for (const [index, base64] of given.files.entries()) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], `${index}.png`, { type: 'image/png' }));
      }
      const range = document.createRange();
      range.selectNode(element.lastElementChild ?? element);
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (given.after !== undefined && texts.nextNode()) {
        const start = texts.currentNode.textContent?.indexOf(given.after) ?? -1;
        if (start === -1) continue;
        range.setStart(texts.currentNode, start);
        range.setEnd(texts.currentNode, start + given.after.length);
        break;
      }
      const { bottom, right } = range.getBoundingClientRect();
      const at = { clientX: right - 2, clientY: bottom - 2 };
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...at }));
    },
    { files, after },
  );
}

test('typing and pasting on a selected picture do not replace it', async () => {
  const page = await openNew('Selected');
  await page.keyboard.type('Before.');
  await insertPicture(page, await photo(11), { alt: 'A boat', hasCaption: true });
  await page.keyboard.type('At sea.');
  const picture = page.locator('.ProseMirror figure img');
  await picture.click();
  await page.keyboard.type('Typed');
  await picture.click();
  await paste(page, { 'text/plain': 'Pasted ' });
  await picture.click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('First. ');
  await picture.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Last');
  expect(await publishedBody(page, 'selected')).toBe(
    '<p>First. Before.</p><figure>[A boat]<figcaption>At sea.</figcaption></figure><p>Pasted Typed Last</p>',
  );
});

test('while a picture is uploaded, writing goes on, and no word goes to the dialog of the picture', async () => {
  const page = await openNew('Slow picture');
  await page.keyboard.type('Before.');
  const upload = await delayResponses(page, 'POST', '**/api/newsroom/images');
  await page.locator('.editor-shell input[type=file]').setInputFiles({
    name: 'boat.png',
    mimeType: 'image/png',
    buffer: await photo(12),
  });
  await expect(page.locator('.upload-placeholder')).toHaveCount(1);
  await contentField(page).focus();
  await page.keyboard.type(' More');
  upload.release();
  await expect(pictures(page)).toHaveCount(1);
  await page.keyboard.type(' words.');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(contentField(page)).toBeFocused();
  await button(page, 'One picture has no description yet. Describe it').click();
  await describePicture(page, 'A boat');
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await publishedBody(page, 'slow-picture')).toBe('<p>Before. More words.</p>[A boat]');
});

test('a picture that is dropped on a text does not divide it', async () => {
  const page = await openNew('Dropped');
  await page.keyboard.type('The first word.\nThe last word.\n');
  await button(page, 'Bulleted list').click();
  await page.keyboard.type('An entry.\nEnd.');
  for (const [seed, after] of ['The', 'The first w', 'E'].entries()) {
    await dropPictures(page, [40 + seed], after);
    await describePicture(page, `After ${after}`);
    await expect(dialogOf(page)).toHaveCount(0);
  }
  expect(await publishedBody(page, 'dropped')).toBe(
    '[After The]<p>The first word.</p>[After The first w]<p>The last word.</p>' +
      '<ul><li><p>An entry.</p></li><li><p>End.</p>[After E]<p></p></li></ul>',
  );
});

test('several pictures at once stay in order, and the dialog of each opens in turn', async () => {
  const page = await openNew('Three at once');
  await page.keyboard.type('Before.');
  // The first upload ends last.
  const first = Promise.withResolvers<void>();
  let requests = 0;
  await page.route('**/api/newsroom/images', async (route) => {
    requests += 1;
    if (requests === 1) await first.promise;
    await route.continue();
  });
  await dropPictures(page, [21, 22, 23]);
  const stored = page.locator('.ProseMirror img[src^="/media/"]');
  await expect(dialogOf(page)).toHaveAccessibleName('Picture 1 of 3');
  await expect(dialogOf(page)).toHaveAccessibleDescription(/2 more pictures will follow/);
  await expect(stored).toHaveCount(2);
  await dialogOf(page).getByLabel('Alt text').fill('Second');
  // Another upload that ends neither replaces the open dialog nor its input.
  first.resolve();
  await expect(stored).toHaveCount(3);
  await expect(dialogOf(page).getByLabel('Alt text')).toHaveValue('Second');
  await expectNoAxeViolations(page);
  await describePicture(page, 'Second');
  await expect(dialogOf(page)).toHaveAccessibleName('Picture 2 of 3');
  await expect(dialogOf(page).getByLabel('Alt text')).toBeFocused();
  await expect(dialogOf(page).getByLabel('Alt text')).toHaveValue('');
  await describePicture(page, 'Third');
  await expect(dialogOf(page)).toHaveAccessibleName('Picture 3 of 3');
  await describePicture(page, 'First');
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await publishedBody(page, 'three-at-once')).toBe('<p>Before.</p>[First][Second][Third]');
});

test('a picture with a caption is dragged, and moved by the toolbar and the keyboard', async () => {
  const page = await openNew('Moved');
  await page.keyboard.type('One.\n');
  await button(page, 'Quote').click();
  await page.keyboard.type('Two.\n\n');
  await insertPicture(page, await photo(26), { alt: 'A boat', hasCaption: true });
  await page.keyboard.type('At sea.');
  const figure = page.locator('.ProseMirror > figure');
  const announced = (text: string) =>
    expect(page.getByRole('status').filter({ hasText: /^The picture/ })).toHaveText(text);
  // The cursor is in the caption.
  await expect(button(page, 'Move picture down')).toBeDisabled();
  await button(page, 'Move picture up').click();
  await expect(page.locator('.ProseMirror > p + figure + blockquote')).toHaveCount(1);
  await announced('The picture is now in block 2 of 4, after “One.”');
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect(page.locator('.ProseMirror > figure:first-child + p')).toHaveText('One.');
  await announced('The picture is now in block 1 of 4, at the beginning');
  await page.keyboard.type(' Far out.');
  await figure.locator('img').click();
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(page.locator('.ProseMirror > p + figure + blockquote')).toHaveCount(1);

  // The bars at the top cover nothing.
  await page.setViewportSize({ width: 1366, height: 1400 });
  await figure.locator('img').dragTo(figure.locator('figcaption'));
  await expect(figure).toHaveCount(1);
  await expect(figure.locator('figcaption')).toHaveText('At sea. Far out.');
  await figure.locator('img').dragTo(page.locator('.ProseMirror > p').first(), {
    targetPosition: { x: 1, y: 2 },
  });
  await expect(page.locator('.ProseMirror > figure + p')).toHaveText('One.');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.locator('.ProseMirror > p + figure + blockquote')).toHaveCount(1);
  expect(await publishedBody(page, 'moved')).toBe(
    '<p>One.</p><figure>[A boat]<figcaption>At sea. Far out.</figcaption></figure><blockquote><p>Two.</p></blockquote>',
  );
});
