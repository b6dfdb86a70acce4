import { test } from 'vitest';
import { INSECURE_HOST } from '../chromium.ts';
import { makePhoto } from '../pictures.ts';
import {
  blockAutosaves,
  contentField,
  editorPath,
  insertPicture,
  openContentStep,
  startArticle,
} from './editor-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';
import { button, toast } from './newsroom-page.ts';
import { signedInPage } from './signed-in-page.ts';

const NEW = '/admin/article-editor/sports';
const LEAD_PICTURE = '.lead-picture input[type=file]';

const site = useEditorSite();

const photo = async (seed: number) => ({
  name: 'boat.png',
  mimeType: 'image/png',
  buffer: await makePhoto({ format: 'png', seed }),
});
const statusOf = async (slug: string) => (await fetch(`${site.server.url}/article/${slug}`)).status;

test('the first step requires title, slug and excerpt, previews what there is, and refuses other files', async () => {
  const page = await site.open(NEW);
  const title = page.getByLabel('Title *');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creating New Article');
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await expect(page.getByLabel('Author')).toHaveValue('Meridian Editorial Team');
  await button(page, 'Next: Write Content').click();
  await expect(toast(page, 'Please fill in title, slug, and excerpt before continuing')).toBeVisible();
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription(/Please enter a title/);
  await title.fill('Élan & the Port');
  await expect(page.getByText('Please enter a title')).toBeHidden();
  await expect(page.getByLabel('Slug *')).toHaveValue('elan-the-port');
  await button(page, 'Next: Write Content').click();
  await expect(page.getByLabel('Excerpt *')).toBeFocused();
  await expect(contentField(page)).toHaveCount(0);
  await button(page, 'Preview').click();
  await expect(page.locator('.preview article')).toContainText('Élan & the Port');
  await button(page, 'Back to Edit').click();
  await expect(title).toHaveValue('Élan & the Port');

  const input = page.locator(LEAD_PICTURE);
  await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
  await expect(toast(page, 'Please upload an image file')).toBeVisible();
  const buffer = Buffer.alloc(5 * 1024 * 1024);
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await expect(toast(page, 'Image size must be less than 5MB')).toBeVisible();
});

test('the second step requires content, and a description of every picture', async () => {
  const page = await site.open(NEW);
  await blockAutosaves(page);
  await startArticle(page, 'With a picture');
  await expect(page.getByText("'---' on a new line makes a section divider")).toBeVisible();
  await expect(contentField(page)).toHaveAttribute(
    'data-placeholder',
    'Start writing your article here... Use the toolbar above to format your text.',
  );
  await button(page, 'Publish').click();
  await expect(toast(page, 'Please fill in all required fields')).toBeVisible();
  await expect(contentField(page)).toHaveAccessibleDescription(/Please write something/);
  await expect(contentField(page)).toBeFocused();
  expect((await site.articles.list('sports')).map(({ title }) => title)).not.toContain('With a picture');

  await page.keyboard.type('Look:');
  await page.locator('.editor-shell input[type=file]').setInputFiles(await photo(7));
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await apply.click();
  await expect(dialog.getByText('Please describe the picture, or say it is decorative')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Publish').click();
  await expect(contentField(page)).toHaveAccessibleDescription(/Please describe every picture first/);
  expect(await statusOf('with-a-picture')).toBe(404);
  await button(page, /no description yet/).click();
  await dialog.getByLabel('Alt text').fill('A boat');
  await apply.click();
  await button(page, 'Publish').click();
  await expect(page).toHaveURL(/\/admin$/);
  expect(await statusOf('with-a-picture')).toBe(200);
});

test('a published article keeps its slug, is asked about before it goes offline, and moves to another section', async () => {
  const article = await site.articles.create({ tags: ['a', 'b'], featured: true, is_draft: false });
  const page = await site.open(editorPath(article, 'culture'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editing Article');
  await expect(page).toHaveURL(new RegExp(editorPath(article)));
  await page.getByLabel('Title *').fill('Renamed');
  await expect(page.getByLabel('Slug *')).toHaveValue(article.slug);
  await expect(page.getByLabel('Tags')).toHaveValue('a, b');
  await expect(page.getByLabel(/^Feature at the top/)).toBeChecked();
  await page.getByLabel('Category').selectOption('Culture');
  await openContentStep(page);
  await button(page, 'Draft').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('This takes the article offline.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await statusOf(article.slug)).toBe(200);
  await button(page, 'Draft').click();
  await question.getByRole('button', { name: 'Take offline' }).click();
  await expect(toast(page, 'Draft saved successfully')).toBeVisible();
  expect(await statusOf(article.slug)).toBe(404);
  expect(await site.articles.read(article.id)).toMatchObject({ category_slug: 'culture' });
});

test('an article is written over plain HTTP from another machine, where browsers lack some functions', async () => {
  const url = site.server.url.replace('127.0.0.1', INSECURE_HOST);
  // The browser reports that it ignores the header `Cross-Origin-Opener-Policy`.
  const page = await signedInPage({ ...site.server, url }, NEW, { expectedFailures: [NEW] });
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await startArticle(page, 'Written on the local network');
  await contentField(page).click();
  const { buffer } = await photo(31);
  await insertPicture(page, buffer, { alt: 'A boat', hasCaption: false });
  await page.keyboard.type('Words.');
  await button(page, 'Draft').click();
  await expect(toast(page, 'Draft created successfully')).toBeVisible();
});

test('typing loses no character, links addresses, and indents lists with Tab', async () => {
  const page = await site.open(NEW);
  await startArticle(page, 'Typed');
  const text = contentField(page);
  await text.click();
  await page.keyboard.type('5 * 3 * 2 and [x](y) a_b_c *so*');
  await expect(text).toHaveText('5 * 3 * 2 and [x](y) a_b_c so');
  await expect(text.locator('em')).toHaveText('so');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(text).toHaveText('5 * 3 * 2 and [x](y) a_b_c *so*');
  await page.keyboard.type(' www.example.org, README.md ada@x.example');
  await page.keyboard.press('Enter');
  await expect(text.locator('a')).toHaveText(['www.example.org', 'ada@x.example']);
  await expect(text.locator('a').first()).toHaveAttribute('href', 'https://www.example.org');
  await page.keyboard.type('- one');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('two');
  await expect(text.locator('ul ul li')).toHaveText('two');
  await page.keyboard.press('Shift+Tab');
  await expect(text.locator('ul > li')).toHaveText(['one', 'two']);
  await expect(text.locator('ul ul')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();
});
