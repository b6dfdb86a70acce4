import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { homePicks } from '#domain/articles/home-picks/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { changeSettings } from '../settings.ts';
import { expectAccessible, expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { expect } from './expect.ts';
import { applyTextSpacing, horizontalOverflow, LAYOUT_WIDTHS, resizeTo } from './geometry.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite({ samples: true });
});
afterAll(() => site.close());
beforeEach(async () => {
  await setMode('off');
  await site.app.database.transaction(async (tx) => {
    await tx.delete(homePicks);
    tx.purge('*');
  });
});

async function setMode(home_latest: 'off' | 'automatic' | 'picked'): Promise<void> {
  const { access_token: token } = await site.signIn(site.editor);
  await changeSettings(site.app, { authorization: `Bearer ${String(token)}` }, { home_latest });
}

test('editors pick the articles of the home page', async () => {
  const path = '/api/newsroom/home-page/picks';
  const page = await signedInPage(site, '/admin?tab=home', { expectedFailures: [path] });
  await expect(page.getByText('The home page does not show the latest articles.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Change the setting' })).toBeVisible();
  await expect(page.getByText('No articles are picked')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save home page' });
  await expect(save).toBeDisabled();

  const found = page.getByRole('list', { name: 'Published articles' }).getByRole('listitem');
  await expect(found).toHaveCount(14);
  const titles = await found.locator('bdi').allTextContents();
  const [first = '', second = '', third = ''] = titles;
  for (const title of [first, second, third]) {
    const add = page.getByRole('button', { name: `Add: ${title}` });
    await add.focus();
    await page.keyboard.press('Enter');
    const added = page.getByRole('button', { name: `Added: ${title}` });
    await expect(added).toBeFocused();
  }
  const picked = page.getByRole('list', { name: 'Picked articles' });
  await expect(picked.locator('bdi')).toHaveText([first, second, third]);
  await page.getByRole('button', { name: `Move up: ${third}` }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(picked.locator('bdi')).toHaveText([third, first, second]);
  await expect(page.getByText(`${third} is now the lead`)).toBeAttached();
  await page.getByRole('button', { name: `Remove: ${second}` }).press('Enter');
  await expect(picked).toBeFocused();

  await page.getByRole('button', { name: `Expiry: ${first}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Expiry' });
  await dialog.getByLabel('Date').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Set expiry' }).click();
  await expect(dialog.getByText('Please choose a moment in the future')).toBeVisible();
  await expectAccessible(page, 'light');
  const year = new Date().getFullYear() + 1;
  await dialog.getByLabel('Date').fill(`${year}-06-01`);
  await dialog.getByLabel('Time').fill('18:30');
  await page.keyboard.press('Enter');
  await expect(picked).toContainText(`Jun 1, ${year}, 6:30 PM UTC`);

  // Another editor saves first. Nothing is lost.
  const other = await newsroomApi(site.app, 'editor');
  const { revision } = (await other.request<{ revision: string }>('GET', '/home-page/picks')).body;
  const [theirs] = await site.app.database.db.select().from(articles).where(eq(articles.title, second));
  const picks = [{ article_id: theirs?.id }];
  await other.request('PUT', '/home-page/picks', { picks }, { 'if-match': `"${revision}"` });
  await save.click();
  await expect(page.getByText('Someone else changed the home page.')).toBeVisible();
  await expect(page.getByText(`Theirs: ${second}`)).toBeVisible();
  await expect(picked.locator('bdi')).toHaveText([third, first]);
  await expectAccessible(page);
  await setMode('picked');
  await save.click();
  await expect(page.getByText('Home page saved')).toBeVisible();
  await expect(page.getByText('Someone else changed the home page.')).toHaveCount(0);
  await expect(page.getByText('The first one is the lead')).toBeVisible();
  const home = await (await site.app.fetch('/')).text();
  expect([...home.matchAll(/class="card-link" href="([^"]+)"/g)]).toHaveLength(2);

  await page.getByLabel('Search published articles').fill('nothing has these words');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No published articles found for “nothing has these words”')).toBeVisible();
});

test('readers see the section without overflow at every width, also with the text spacing of WCAG 1.4.12', async () => {
  await setMode('automatic');
  const page = await openPage('/', { site: site.url });
  const section = page.getByRole('region', { name: 'Latest' });
  await expect(section.getByRole('listitem')).toHaveCount(8);
  await expectNoAxeViolationsInBothSchemes(page);
  const overflows: string[] = [];
  for (const spacing of ['usual', 'wide']) {
    if (spacing === 'wide') await applyTextSpacing(page);
    for (const width of LAYOUT_WIDTHS) {
      await resizeTo(page, width);
      if ((await horizontalOverflow(page)) > 0) overflows.push(`${width}, ${spacing} spacing`);
    }
  }
  expect(overflows).toEqual([]);
  await section.getByRole('link', { name: 'All articles' }).focus();
  await page.keyboard.press('Tab');
  await expect(section.getByRole('heading', { level: 3 }).first().getByRole('link')).toBeFocused();
});
