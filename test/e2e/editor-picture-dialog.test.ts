import { describe, test } from 'vitest';
import { makePhoto } from '../pictures.ts';
import { expectNoAxeViolations } from './axe.ts';
import { button } from './newsroom-page.ts';
import {
  describePicture,
  dialogOf,
  dropPictures,
  isUncovered,
  photos,
  usePictureSite,
} from './editor-pictures-site.ts';
import { expect } from './expect.ts';

const { openNew, publishedBody, withPicture } = usePictureSite();

test('the notification about the upload covers no button of the dialog on a tablet', async () => {
  const page = await withPicture('On a tablet');
  for (const [width, height] of [
    [768, 768],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of ['Apply', 'Remove picture', 'Close'])
      expect(await isUncovered(dialogOf(page).getByRole('button', { name }))).toBe(true);
  }
});

test('the fields of the dialog keep their place when the picture has loaded', async () => {
  const page = await openNew('Slow preview');
  const picture = Promise.withResolvers<void>();
  await page.route('**/media/**', async (route) => {
    await picture.promise;
    await route.continue();
  });
  await page.locator('.editor-shell input[type=file]').setInputFiles({
    name: 'boat.png',
    mimeType: 'image/png',
    buffer: await makePhoto({ format: 'png', seed: 13 }),
  });
  const field = dialogOf(page).getByLabel('Add a caption');
  const naturalHeight = () =>
    dialogOf(page)
      .locator('.picture-preview')
      .evaluate((image: HTMLImageElement) => image.naturalHeight);
  await expect(field).toBeVisible();
  const before = await field.boundingBox();
  expect(await naturalHeight()).toBe(0);
  picture.resolve();
  await expect.poll(naturalHeight).toBeGreaterThan(0);
  expect(await field.boundingBox()).toEqual(before);
});

describe('several pictures at once', () => {
  test('stay in order, and the dialog of each opens in turn', async () => {
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
    await dropPictures(page, await photos([21, 22, 23]));
    const sources = () =>
      page
        .locator('.ProseMirror img[src^="/media/"]')
        .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    const preview = dialogOf(page).locator('.picture-preview');
    const describeNext = async (alt: string) => {
      await dialogOf(page).getByLabel('Alt text').fill(alt);
      await dialogOf(page).getByRole('button', { name: 'Apply' }).click();
    };
    await expect(dialogOf(page)).toHaveAccessibleName('Picture 1 of 3');
    await expect(dialogOf(page)).toHaveAccessibleDescription(/2 more pictures will follow/);
    await expect.poll(async () => (await sources()).length).toBe(2);
    await dialogOf(page).getByLabel('Alt text').fill('Second');
    // Another upload that ends neither replaces the open dialog nor its input.
    first.resolve();
    await expect.poll(async () => (await sources()).length).toBe(3);
    await expect(dialogOf(page).getByLabel('Alt text')).toHaveValue('Second');
    const [one, two, three] = await sources();
    await expect(preview).toHaveAttribute('src', two ?? '');
    await expectNoAxeViolations(page);
    await describeNext('Second');
    await expect(dialogOf(page)).toHaveAccessibleName('Picture 2 of 3');
    await expect(dialogOf(page).getByLabel('Alt text')).toBeFocused();
    await expect(dialogOf(page).getByLabel('Alt text')).toHaveValue('');
    await expect(preview).toHaveAttribute('src', three ?? '');
    await describeNext('Third');
    await expect(dialogOf(page)).toHaveAccessibleName('Picture 3 of 3');
    await expect(preview).toHaveAttribute('src', one ?? '');
    await describeNext('First');
    await expect(dialogOf(page)).toHaveCount(0);
    expect(await publishedBody(page, 'three-at-once')).toBe('<p>Before.</p>[First][Second][Third]');
  });

  test('are described later after the dialog was closed', async () => {
    const page = await openNew('Two for later', 390);
    await page.keyboard.type('Before.');
    await dropPictures(page, await photos([24, 25]));
    await expect(dialogOf(page)).toHaveAccessibleName('Picture 1 of 2');
    await page.keyboard.press('Escape');
    await expect(page.locator('.ProseMirror img[src^="/media/"]')).toHaveCount(2);
    await expect(dialogOf(page)).toHaveCount(0);
    await button(page, '2 pictures have no description yet. Describe them').click();
    await expect(dialogOf(page)).toHaveAccessibleName('Picture 1 of 2');
    await dialogOf(page).getByRole('button', { name: 'Remove picture' }).click();
    await expect(dialogOf(page)).toHaveAccessibleName('Picture 2 of 2');
    await describePicture(page, { hasCaption: false });
    await page.keyboard.type('After it.');
    expect(await publishedBody(page, 'two-for-later')).toBe('<p>Before.</p>[A boat]<p>After it.</p>');
  });
});
