import { onTestFinished, test } from 'vitest';
import { contentField, editorPath, moveCaretToEnd, openArticleApi, openContentStep } from './editor-page.ts';
import { expect } from './expect.ts';
import { startControlledSite } from '../controlled-site.ts';
import { button } from './newsroom-page.ts';
import { signedInPage } from './signed-in-page.ts';

test('a link to a path leads to the public URL, whichever address of the server the newsroom was opened at', async () => {
  const site = await startControlledSite({ env: { PUBLIC_URL: 'https://news.example' } });
  onTestFinished(() => site.close());
  const api = await openArticleApi(site);
  const article = await api.create({ content: '<p>About</p>' });
  const page = await signedInPage(site, editorPath(article));
  await openContentStep(page);
  await moveCaretToEnd(page);
  await page.keyboard.press('Shift+Home');
  await button(page, 'Link').click();
  await page.getByRole('dialog', { name: 'Link' }).getByLabel('Address').fill('/about');
  await page.keyboard.press('Enter');
  await expect(contentField(page).getByRole('link')).toHaveText('About');
  await button(page, 'Draft').click();
  await expect(page).toHaveURL(/\/admin$/);
  expect((await api.read(article.id)).content).toBe('<p><a href="https://news.example/about">About</a></p>');
});
