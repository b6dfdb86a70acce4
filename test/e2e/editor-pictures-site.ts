import type { Locator, Page } from 'playwright-core';
import { makePhoto } from '../pictures.ts';
import { contentField, startArticle } from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';
import type { Width } from './page.ts';

/** A newsroom in whose editor pictures are inserted. */
export function usePictureSite() {
  const site = useEditorSite();

  /** A new article with the caret in its empty content. */
  async function openNew(title: string, width: Width = 1366): Promise<Page> {
    const page = await site.open('/admin/article-editor/sports', { width });
    await startArticle(page, title);
    await contentField(page).click();
    return page;
  }

  /** A new article with one paragraph followed by an inserted picture, whose dialog is open. */
  async function withPicture(title: string, width: Width = 1366): Promise<Page> {
    const page = await openNew(title, width);
    await page.keyboard.type('Before.');
    await page.locator('.editor-shell input[type=file]').setInputFiles({
      name: 'boat.png',
      mimeType: 'image/png',
      buffer: await makePhoto({ format: 'png', seed: 11 }),
    });
    await expect(dialogOf(page)).toBeVisible();
    await expect(toast(page, 'Image uploaded successfully')).toBeVisible();
    expect(await isUncovered(dialogOf(page).getByRole('button', { name: 'Apply' }))).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
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

  return { openNew, withPicture, publishedBody };
}

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Picture' });

/** Whether a click in the middle of the element reaches it. */
export const isUncovered = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

export async function describePicture(page: Page, { hasCaption }: { hasCaption: boolean }): Promise<void> {
  await dialogOf(page).getByLabel('Alt text').fill('A boat');
  if (hasCaption) await dialogOf(page).getByLabel('Add a caption').check();
  await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
}

/**
 * Drops picture files on the text, as from a folder.
 *
 * @param after text in front of the place; without it, they are dropped at the end
 */
export async function dropPictures(page: Page, pictures: readonly Buffer[], after?: string): Promise<void> {
  const files = pictures.map((picture) => picture.toString('base64'));
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

export const photos = (seeds: readonly number[]) =>
  Promise.all(seeds.map((seed) => makePhoto({ format: 'png', seed })));
