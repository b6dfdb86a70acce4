import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { makePhoto } from '../pictures.ts';
import { contentField, insertPicture } from './editor-page.ts';
import { button } from './newsroom-page.ts';
import { describePicture, dialogOf, dropPictures, photos, usePictureSite } from './editor-pictures-site.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';

const { openNew, publishedBody, withPicture } = usePictureSite();

test('closing the dialog leaves the caret after the picture', async () => {
  const page = await withPicture('Described later');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await page.keyboard.type('After it.');
  await button(page, /no description yet/).click();
  await describePicture(page, { hasCaption: false });
  await page.keyboard.type('Then ');
  expect(await publishedBody(page, 'described-later')).toBe('<p>Before.</p>[A boat]<p>Then After it.</p>');
});

test('without a caption, typing continues after the picture', async () => {
  const page = await withPicture('Plain', 390);
  await describePicture(page, { hasCaption: false });
  await page.keyboard.type('After it.');
  expect(await publishedBody(page, 'plain')).toBe('<p>Before.</p>[A boat]<p>After it.</p>');
});

test('typing and pasting on a selected picture do not replace it', async () => {
  const page = await withPicture('Selected');
  await describePicture(page, { hasCaption: true });
  await page.keyboard.type('At sea.');
  const picture = page.locator('.ProseMirror figure img');
  await picture.click();
  await page.keyboard.type('Typed');
  await picture.click();
  await contentField(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Pasted ');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
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

test('a disabled caption becomes a paragraph, and Delete removes a selected picture completely', async () => {
  const page = await withPicture('Changed');
  await describePicture(page, { hasCaption: true });
  await page.keyboard.type('At sea.');
  const picture = page.locator('.ProseMirror img:not(.ProseMirror-separator)');
  await picture.dblclick();
  await dialogOf(page).getByLabel('Add a caption').uncheck();
  await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('.ProseMirror figure')).toHaveCount(0);
  await expect(page.locator('.ProseMirror p').filter({ hasText: 'At sea.' })).toHaveCount(1);
  await picture.dblclick();
  await describePicture(page, { hasCaption: true });
  await picture.click();
  await page.keyboard.press('Delete');
  await expect(picture).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(picture).toHaveCount(1);
});

describe('while a picture is uploaded, writing goes on', () => {
  const placeholders = (page: Page) => page.locator('.upload-placeholder');
  const pictures = (page: Page) => page.locator('.ProseMirror img:not(.ProseMirror-separator)');

  /** Chooses a picture for the place of the caret. The upload ends when the returned function is called. */
  async function startUpload(page: Page, seed: number): Promise<() => void> {
    // The latest handler gets the request.
    const upload = await delayResponses(page, 'POST', '**/api/newsroom/images');
    const before = await placeholders(page).count();
    await page.locator('.editor-shell input[type=file]').setInputFiles({
      name: 'boat.png',
      mimeType: 'image/png',
      buffer: await makePhoto({ format: 'png', seed }),
    });
    await expect(placeholders(page)).toHaveCount(before + 1);
    await contentField(page).focus();
    return upload.release;
  }

  test('and neither the caret nor a word goes to the dialog of the picture', async () => {
    const page = await openNew('Slow picture');
    await page.keyboard.type('Before.');
    const endUpload = await startUpload(page, 12);
    await page.keyboard.type(' More');
    endUpload();
    await expect(pictures(page)).toHaveCount(1);
    await page.keyboard.type(' words.');
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(contentField(page)).toBeFocused();
    await button(page, 'One picture has no description yet. Describe it').click();
    await describePicture(page, { hasCaption: false });
    expect(await publishedBody(page, 'slow-picture')).toBe('<p>Before. More words.</p>[A boat]');
  });

  test('below the picture', async () => {
    const page = await openNew('Slow pictures');
    await page.keyboard.type('One..');
    const endFirst = await startUpload(page, 13);
    await page.keyboard.press('Backspace');
    await page.keyboard.type('\nTwo.\n');
    const endSecond = await startUpload(page, 14);
    await page.keyboard.type('Three.');
    await expect(contentField(page).locator('> *')).toHaveText([
      'One.',
      'Uploading picture…',
      'Two.',
      'Uploading picture…',
      'Three.',
    ]);
    endSecond();
    await expect(pictures(page)).toHaveCount(1);
    endFirst();
    await expect(pictures(page)).toHaveCount(2);
    await page.keyboard.type(' Four.');
    await button(page, '2 pictures have no description yet. Describe them').click();
    for (const alt of ['A boat', 'A lake']) {
      await dialogOf(page).getByLabel('Alt text').fill(alt);
      await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
    }
    expect(await publishedBody(page, 'slow-pictures')).toBe(
      '<p>One.</p>[A boat]<p>Two.</p>[A lake]<p>Three. Four.</p>',
    );
  });
});

test('a picture that is dropped on a text does not divide it', async () => {
  const page = await openNew('Dropped');
  await page.keyboard.type('The first word.\nThe last word.\n');
  await button(page, 'Bulleted list').click();
  await page.keyboard.type('An entry.\nEnd.');
  for (const [seed, after] of ['The', 'The first w', 'E'].entries()) {
    await dropPictures(page, await photos([40 + seed]), after);
    await dialogOf(page).getByLabel('Alt text').fill(`After ${after}`);
    await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
    await expect(dialogOf(page)).toHaveCount(0);
  }
  expect(await publishedBody(page, 'dropped')).toBe(
    '[After The]<p>The first word.</p>[After The first w]<p>The last word.</p>' +
      '<ul><li><p>An entry.</p></li><li><p>End.</p>[After E]<p></p></li></ul>',
  );
});

describe('a picture with a caption', () => {
  const BEFORE = '<p>One.</p><blockquote><p>Two.</p></blockquote>';
  const FIGURE = '<figure>[A boat]<figcaption>At sea.</figcaption></figure>';

  /** An article whose last block is a picture with a caption. */
  async function withFigureAtEnd(title: string): Promise<Page> {
    const page = await openNew(title);
    await page.keyboard.type('One.\n');
    await button(page, 'Quote').click();
    await page.keyboard.type('Two.\n\n');
    await insertPicture(page, await makePhoto({ format: 'png', seed: 26 }), {
      alt: 'A boat',
      hasCaption: true,
    });
    await page.keyboard.type('At sea.');
    return page;
  }

  test('is dragged to another place, and stays one figure when it is dropped on itself', async () => {
    const page = await withFigureAtEnd('Dragged');
    // The bars at the top cover nothing.
    await page.setViewportSize({ width: 1366, height: 1400 });
    const picture = page.locator('.ProseMirror figure img');
    const caption = page.locator('.ProseMirror figcaption');
    await picture.dragTo(caption);
    await expect(page.locator('.ProseMirror figure')).toHaveCount(1);
    await expect(caption).toHaveText('At sea.');
    await picture.dragTo(page.locator('.ProseMirror > p').first(), { targetPosition: { x: 1, y: 2 } });
    await expect(page.locator('.ProseMirror > figure + p')).toHaveText('One.');
    await expect(page.locator('.ProseMirror figure')).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.locator('.ProseMirror > p + blockquote + figure')).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    expect(await publishedBody(page, 'dragged')).toBe(FIGURE + BEFORE);
  });

  test('is moved by the toolbar and the keyboard, and its caption can still be selected with the mouse', async () => {
    const page = await withFigureAtEnd('Moved');
    const figure = page.locator('.ProseMirror > figure');
    // The cursor is in the caption.
    await expect(button(page, 'Move picture down')).toBeDisabled();
    await button(page, 'Move picture up').click();
    await expect(page.locator('.ProseMirror > p + figure + blockquote')).toHaveCount(1);
    const announced = (text: string) =>
      expect(page.getByRole('status').filter({ hasText: /^The picture/ })).toHaveText(text);
    await announced('The picture is now in block 2 of 4, after “One.”');
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect(page.locator('.ProseMirror > figure:first-child + p')).toHaveText('One.');
    await announced('The picture is now in block 1 of 4, at the beginning');
    await expect(button(page, 'Move picture up')).toBeDisabled();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await announced('The picture is at the beginning of the text');
    await page.keyboard.type(' Far out.');
    await figure.locator('img').click();
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(page.locator('.ProseMirror > p + figure + blockquote')).toHaveCount(1);
    // The page may still be scrolling to the moved picture.
    await expect(async () => {
      await figure.locator('figcaption').dblclick({ position: { x: 20, y: 8 } });
      expect(await page.evaluate(() => getSelection()?.toString())).toBe('sea');
    }).toPass({ timeout: 20_000 });
    // The editor reads the selection of the browser a moment later.
    await expect(figure).not.toHaveClass(/ProseMirror-selectednode/);
    // In one step, which is undone as one, however long it takes.
    await page.keyboard.insertText('In');
    await expect(figure.locator('figcaption')).toHaveText('At In. Far out.');
    await expect(figure.locator('img')).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+z');
    expect(await publishedBody(page, 'moved')).toBe(
      `<p>One.</p>${FIGURE.replace('At sea.', 'At sea. Far out.')}<blockquote><p>Two.</p></blockquote>`,
    );
  });
});

describe('a moved picture', () => {
  test('is announced after a divider, and after a line break', async () => {
    const page = await openNew('Announced');
    await insertPicture(page, await makePhoto({ format: 'png', seed: 27 }), {
      alt: 'A boat',
      hasCaption: false,
    });
    await page.keyboard.type('One.');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Two.\n---');
    await page.keyboard.press('Enter');
    await page.locator('.ProseMirror > img').click();
    const announcement = page.getByRole('status').filter({ hasText: /^The picture/ });
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(announcement).toHaveText(/, after “One\. Two\.”$/);
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(announcement).toHaveText(/, after “a divider”$/);
  });
});
