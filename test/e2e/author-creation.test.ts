import { afterAll, beforeAll, test } from 'vitest';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { button, toast } from './newsroom-page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom();
});
afterAll(() => site.stop());

test('words that are typed while an author is created stay unsaved input of that author', async () => {
  const page = await signedInPage(site, '/admin?tab=authors&view=new');
  const creation = await delayResponses(page, 'POST', '**/api/newsroom/authors');
  await page.getByLabel('Name *').fill('Ama Late');
  await button(page, 'Save author').click();
  await page.getByLabel('Biography').fill('Later words');
  creation.release();
  await expect(page.getByRole('heading', { name: 'Ama Late' })).toBeFocused();
  await expect(page.getByLabel('Biography')).toHaveValue('Later words');
  await button(page, 'All authors').click();
  await expect(button(page, 'New author')).toBeVisible();
  await button(page, 'New author').click();
  await expect(page.getByLabel('Biography')).toHaveValue('');
});

test('a form that is left while its author is created is not opened again', async () => {
  const page = await signedInPage(site, '/admin?tab=authors&view=new');
  const creation = await delayResponses(page, 'POST', '**/api/newsroom/authors');
  await page.getByLabel('Name *').fill('Esi Early');
  await button(page, 'Save author').click();
  await button(page, 'All authors').click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  creation.release();
  await expect(toast(page, 'Author created')).toBeVisible();
  await expect(button(page, 'Esi Early')).toBeVisible();
  await expect(page).not.toHaveURL(/open=/);
  await button(page, 'New author').click();
  await expect(page.getByLabel('Name *')).toHaveValue('');
});
