import { afterAll, beforeAll, expect as expectValue, test } from 'vitest';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { openPage, journeyWidths } from './page.ts';

const widths = journeyWidths(1366);

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom();
});
afterAll(() => site.stop());

test.each(widths)('the first article of an empty site takes four clicks, %i pixels', async (width) => {
  const link = await site.inviteAdmin({ email: `first-${width}@news.example` });
  const page = await openPage(link, { width, site: site.url });
  let clicks = 0;
  const click = async (name: string, role: 'button' | 'link' = 'button') => {
    clicks += 1;
    await page.getByRole(role, { name, exact: true }).click();
  };
  await page.getByLabel('Password').fill('seven grey geese landing');
  await click('Confirm address');
  await expect(page.getByRole('link', { name: 'Create New', exact: true })).toBeVisible();
  await expectAccessible(page, 'light');
  await click('Create New', 'link');
  await page.getByLabel('Title').fill(`The first one at ${width}`);
  await page.getByLabel('Excerpt').fill('What it is about.');
  await click('Next: Write Content');
  await page.getByRole('textbox', { name: 'Article Content' }).pressSequentially('It begins.');
  await click('Publish');
  await expect(page.getByText('Article published successfully')).toBeVisible();
  expectValue(clicks).toBe(4);
  const article = await fetch(`${site.url}/article/the-first-one-at-${width}`);
  expectValue([article.status, (await article.text()).includes('It begins.')]).toEqual([200, true]);
});
