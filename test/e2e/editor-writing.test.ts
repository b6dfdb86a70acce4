import { describe, test } from 'vitest';
import { INSECURE_HOST } from '../chromium.ts';
import { makePhoto } from '../pictures.ts';
import { expectAccessible } from './axe.ts';
import {
  blockAutosaves,
  contentField,
  editorPath,
  insertPicture,
  moveCaretToEnd,
  openContentStep,
  startArticle,
} from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';
import { journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

const site = useEditorSite();

const newArticle = (category = 'sports', visitor = {}) =>
  site.open(`/admin/article-editor/${category}`, visitor);

describe('the first step', () => {
  test('requires title, slug and excerpt', async () => {
    const page = await newArticle();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creating New Article');
    await expect(page.getByText('Step 1 of 2')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Article Details - Basic information' })).toBeVisible();
    await button(page, 'Next: Write Content').click();
    await expect(toast(page, 'Please fill in title, slug, and excerpt before continuing')).toBeVisible();
    await expect(page.getByLabel('Title *')).toBeFocused();
    await expect(page.getByLabel('Title *')).toHaveAccessibleDescription(/Please enter a title/);
    await page.getByLabel('Title *').fill('Ports');
    await expect(page.getByText('Please enter a title')).toBeHidden();
    await button(page, 'Next: Write Content').click();
    await expect(page.getByLabel('Excerpt *')).toBeFocused();
    await expect(contentField(page)).toHaveCount(0);
  });

  test('derives the slug of a new article from the title until it is edited', async () => {
    const page = await newArticle();
    const slug = page.getByLabel('Slug *');
    await page.getByLabel('Title *').fill('Élan & the Port');
    await expect(slug).toHaveValue('elan-the-port');
    await slug.fill('My Own Address');
    await page.getByLabel('Title *').fill('Another title');
    await expect(slug).toHaveValue('my-own-address');
  });

  test('keeps the slug of a published article, and redirects from another category to its own', async () => {
    const article = await site.articles.create({ tags: ['a', 'b'], featured: true, is_draft: false });
    const page = await site.open(editorPath(article, 'culture'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editing Article');
    await expect(page).toHaveURL(new RegExp(editorPath(article)));
    await page.getByLabel('Title *').fill('Renamed');
    await expect(page.getByLabel('Slug *')).toHaveValue(article.slug);
    await expect(page.getByLabel('Tags')).toHaveValue('a, b');
    await expect(page.getByLabel(/^Feature at the top/)).toBeChecked();
  });

  test('shows an error when an article cannot be loaded, and can retry', async () => {
    const article = await site.articles.create();
    const path = `/api/newsroom/articles/${article.id}`;
    const page = await site.open('/admin', { expectedFailures: [path] });
    await page.route(`**${path}`, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto(editorPath(article));
    await expect(page.getByRole('main').getByText('Failed to load article')).toBeVisible();
    await page.unroute(`**${path}`);
    await button(page, 'Try again').click();
    await expect(page.getByLabel('Title *')).toHaveValue(article.title);
  });
});

test('an article is written over plain HTTP from another machine, where browsers lack some functions', async () => {
  const url = site.server.url.replace('127.0.0.1', INSECURE_HOST);
  const path = '/admin/article-editor/sports';
  // The browser reports that it ignores the header `Cross-Origin-Opener-Policy`.
  const page = await signedInPage({ ...site.server, url }, path, { expectedFailures: [path] });
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await startArticle(page, 'Written on the local network');
  await contentField(page).click();
  await insertPicture(page, await makePhoto({ format: 'png', seed: 31 }), {
    alt: 'A boat',
    hasCaption: false,
  });
  await page.keyboard.type('Words.');
  await button(page, 'Draft').click();
  await expect(toast(page, 'Draft created successfully')).toBeVisible();
});

describe.each(widths)('at %i px', (width) => {
  test('an article is written, drafted, edited and published; the page is identical to the preview', async () => {
    const page = await newArticle('culture', { width });
    await startArticle(page, `Bridges at ${width}`);
    await button(page, 'Back').click();
    await page.locator('.lead-picture input[type=file]').setInputFiles({
      name: 'bridge.jpg',
      mimeType: 'image/jpeg',
      buffer: await makePhoto({ seed: width }),
    });
    await expect(toast(page, 'Image uploaded successfully')).toBeVisible();
    await page.getByLabel('Alt text').fill('A bridge');
    await page.getByLabel('Tags').fill(' water , , steel ');
    await openContentStep(page);
    await page.keyboard.press('Tab');
    await contentField(page).click();
    await page.keyboard.type('First words.\n---Last words.');
    await button(page, 'Draft').click();
    await expect(toast(page, 'Draft created successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    const [draft] = await site.articles
      .list('culture')
      .then((all) => all.filter(({ title }) => title === `Bridges at ${width}`));
    expect((await fetch(`${site.server.url}/article/${draft?.slug}`)).status).toBe(404);

    await page.goto(editorPath({ id: draft?.id ?? '' }, 'culture'));
    await openContentStep(page);
    await moveCaretToEnd(page);
    await page.keyboard.type(' And more.');
    await button(page, 'Preview').click();
    const preview = page.locator('.preview article');
    await expect(preview).toContainText('And more.');
    const previewed = await preview.evaluate(normalizedHtml);
    await button(page, 'Close').click();
    await expect(preview).toHaveCount(0);

    await button(page, 'Publish').click();
    await expect(toast(page, 'Article published successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await page.goto(`/article/${draft?.slug}`);
    expect(await page.locator('main article').first().evaluate(normalizedHtml)).toBe(previewed);
    await expect(page.locator('.prose')).toContainText('Last words. And more.');
  });

  test('a lead picture must be described or decorative before publishing', async () => {
    const page = await newArticle('culture', { width });
    await startArticle(page, `Undescribed at ${width}`);
    await contentField(page).click();
    await page.keyboard.type('Words.');
    await button(page, 'Back').click();
    await page.locator('.lead-picture input[type=file]').setInputFiles({
      name: 'bridge.jpg',
      mimeType: 'image/jpeg',
      buffer: await makePhoto({ seed: width + 1 }),
    });
    await expect(toast(page, 'Image uploaded successfully')).toBeVisible();
    await openContentStep(page);
    await button(page, 'Publish').click();
    const alt = page.getByLabel('Alt text');
    await expect(alt).toBeFocused();
    await expect(alt).toHaveAccessibleDescription(/Please describe the picture, or say it is decorative/);
    await expectAccessible(page, 'light');
    const decorative = page.getByRole('checkbox', { name: /^Decorative/ });
    await decorative.check();
    await expect(alt).toBeDisabled();
    await openContentStep(page);
    await button(page, 'Draft').click();
    await expect(toast(page, 'Draft created successfully')).toBeVisible();
    const [draft] = await site.articles
      .list('culture')
      .then((all) => all.filter(({ title }) => title === `Undescribed at ${width}`));
    await page.goto(editorPath({ id: draft?.id ?? '' }, 'culture'));
    await expect(decorative).toBeChecked();
    await openContentStep(page);
    await button(page, 'Publish').click();
    await expect(toast(page, 'Article published successfully')).toBeVisible();
    expect(await (await fetch(`${site.server.url}/article/${draft?.slug}`)).text()).toMatch(
      /<img src="[^"]*"[^>]* alt=""/,
    );
  });
});

/**
 * The HTML of an article, normalized for comparison: without the publication time, with sorted attributes, and with
 * styles as the browser serializes them.
 */
function normalizedHtml(article: Element): string {
  const copy = article.cloneNode(true) as HTMLElement;
  for (const time of copy.querySelectorAll('time')) time.removeAttribute('datetime');
  for (const element of copy.querySelectorAll<HTMLElement>('*')) {
    if (element.style.cssText !== '') element.style.setProperty('--read', 'by the browser');
    const attributes = [...element.attributes].toSorted((one, two) => one.name.localeCompare(two.name));
    for (const { name } of attributes) element.removeAttribute(name);
    for (const { name, value } of attributes) element.setAttribute(name, value);
  }
  return copy.outerHTML;
}

describe('the second step', () => {
  test('Redo without anything to redo does not undo', async () => {
    const { page } = await site.openNew('<p>One.</p>');
    await moveCaretToEnd(page);
    // In one step, which is undone as one, however long it takes.
    await page.keyboard.insertText(' Two.');
    // With the letter in lower case, as macOS reports it.
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(contentField(page)).toHaveText('One. Two.');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(contentField(page)).toHaveText('One.');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(contentField(page)).toHaveText('One. Two.');
  });

  test('requires content', async () => {
    const page = await newArticle();
    await blockAutosaves(page);
    await startArticle(page, 'Nothing yet');
    await expect(page.getByText("'---' on a new line makes a section divider")).toBeVisible();
    await expect(contentField(page)).toHaveAttribute(
      'data-placeholder',
      'Start writing your article here... Use the toolbar above to format your text.',
    );
    await button(page, 'Publish').click();
    await expect(toast(page, 'Please fill in all required fields')).toBeVisible();
    await expect(contentField(page)).toHaveAccessibleDescription(/Please write something/);
    await expect(contentField(page)).toBeFocused();
    expect((await site.articles.list('sports')).map(({ title }) => title)).not.toContain('Nothing yet');
  });

  test('asks for confirmation before an article goes offline', async () => {
    const article = await site.articles.create({ is_draft: false });
    const page = await site.openContent(article);
    await button(page, 'Draft').click();
    const confirmDialog = page.getByRole('alertdialog');
    await expect(confirmDialog).toContainText('This takes the article offline.');
    await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await fetch(`${site.server.url}/article/${article.slug}`)).status).toBe(200);
    await button(page, 'Draft').click();
    await confirmDialog.getByRole('button', { name: 'Take offline' }).click();
    await expect(toast(page, 'Draft saved successfully')).toBeVisible();
    expect((await fetch(`${site.server.url}/article/${article.slug}`)).status).toBe(404);
  });

  test('moves an article to another category', async () => {
    const article = await site.articles.create();
    const page = await site.openArticle(article);
    await page.getByLabel('Category').selectOption('Culture');
    await openContentStep(page);
    await button(page, 'Draft').click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await site.articles.read(article.id)).toMatchObject({ category_slug: 'culture' });
  });

  test('previews an unfinished article from the first step, and returns to it', async () => {
    const page = await newArticle();
    await page.getByLabel('Title *').fill('Half a title');
    await button(page, 'Preview').click();
    await expect(page.locator('.preview article')).toContainText('Half a title');
    await button(page, 'Back to Edit').click();
    await expect(page.getByLabel('Title *')).toHaveValue('Half a title');
  });

  test('requires a description for a picture in the content', async () => {
    const page = await newArticle();
    await startArticle(page, 'With a picture');
    await contentField(page).click();
    await page.keyboard.type('Look:');
    await page.locator('.editor-shell input[type=file]').setInputFiles({
      name: 'boat.png',
      mimeType: 'image/png',
      buffer: await makePhoto({ format: 'png', seed: 7 }),
    });
    const pictureDialog = page.getByRole('dialog', { name: 'Picture' });
    await pictureDialog.getByRole('button', { name: 'Apply' }).click();
    await expect(
      pictureDialog.getByText('Please describe the picture, or say it is decorative'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await button(page, 'Publish').click();
    await expect(contentField(page)).toHaveAccessibleDescription(/Please describe every picture first/);
    await button(page, /no description yet/).click();
    await pictureDialog.getByLabel('Alt text').fill('A boat');
    await pictureDialog.getByLabel('Add a caption').check();
    await pictureDialog.getByRole('button', { name: 'Apply' }).click();
    await page.keyboard.type('At sea.');
    await button(page, 'Publish').click();
    await expect(page).toHaveURL(/\/admin$/);
    const response = await fetch(`${site.server.url}/article/with-a-picture`);
    const [, figure = ''] = /<figure>(.*?)<\/figure>/.exec(await response.text()) ?? [];
    expect(figure).toContain('alt="A boat"');
    expect(figure).toMatch(/<figcaption>At sea\.<\/figcaption>$/);
  });

  test('rejects files that are not pictures or too large, with a message', async () => {
    const page = await newArticle();
    const input = page.locator('.lead-picture input[type=file]');
    await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
    await expect(toast(page, 'Please upload an image file')).toBeVisible();
    await input.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024),
    });
    await expect(toast(page, 'Image size must be less than 5MB')).toBeVisible();
  });
});
