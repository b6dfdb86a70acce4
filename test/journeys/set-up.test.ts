import { afterAll, beforeAll, expect as expectValue, test } from 'vitest';
import { expect } from '../e2e/expect.ts';
import { openPage } from '../e2e/page.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom();
});
afterAll(() => site.stop());

test('an invited administrator publishes the first article of an empty site with four clicks', async () => {
  const link = await site.inviteAdmin({ email: 'first@news.example' });
  const page = await openPage(link, { width: 390, site: site.url });
  let clicks = 0;
  const click = async (name: string, role: 'button' | 'link' = 'button') => {
    clicks += 1;
    await page.getByRole(role, { name, exact: true }).click();
  };
  await page.getByLabel('Password').fill('seven grey geese landing');
  await click('Confirm address');
  await expect(page.getByText('No articles in this category yet')).toBeVisible();
  await expect(page).not.toHaveURL(/verification/);
  await click('Create New', 'link');
  await page.getByLabel('Title').fill('The first one');
  await page.getByLabel('Excerpt').fill('What it is about.');
  await click('Next: Write Content');
  await page.getByRole('textbox', { name: 'Article Content' }).pressSequentially('It begins.');
  await click('Publish');
  await expect(page.getByText('Article published successfully')).toBeVisible();
  expectValue(clicks).toBe(4);
  const article = await fetch(`${site.url}/article/the-first-one`);
  expectValue([article.status, (await article.text()).includes('It begins.')]).toEqual([200, true]);
});
