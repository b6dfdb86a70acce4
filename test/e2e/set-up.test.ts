/** What the founder of a publication does on the first day, on a data folder that the server has just created. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { inviteAdmin, mailedLink, PASSWORD } from '../newsroom.ts';
import { makePhoto } from '../pictures.ts';
import { type RunningServer, startServer } from '../server.ts';
import { totpCode } from '../totp.ts';
import { contentField, openContentStep } from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { openPage } from './page.ts';

let site: RunningServer;
beforeAll(async () => {
  site = await startServer({ samples: false });
});
afterAll(() => site.stop());

async function acceptInvitation(link: string, name: string, expectedFailures: string[] = []): Promise<Page> {
  const page = await openPage(link, { width: 1366, site: site.url, expectedFailures });
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Confirm address').click();
  return page;
}

test('an empty installation becomes a publication of its own in the browser', async () => {
  const founder = await acceptInvitation(
    await inviteAdmin(site.dataDir, 'founder@harbour.example'),
    'Fay Founder',
  );
  await expect(founder.getByRole('link', { name: 'Create New', exact: true })).toBeVisible();
  await identify(founder);
  await renameSections(founder);
  const editor = await inviteEditor(founder);
  await publishFirstArticle(editor);

  const reader = await openPage('/', { width: 390, site: site.url });
  await expect(reader.locator('.site-name')).toHaveAccessibleName('Harbour Post');
  await reader.goto('/article/the-ferry-is-back');
  await expect(reader.locator('article header')).toContainText('Edda Editor and Bo Diaz');
  for (const path of ['/', '/about', '/quay', '/article/the-ferry-is-back', '/contact', '/atom.xml']) {
    const page = await (await fetch(new URL(path, site.url))).text();
    expect(page).toContain('Harbour Post');
    expect(page).not.toContain('Meridian');
  }
});

async function identify(page: Page): Promise<void> {
  const open = (view: string) => page.goto(`/admin?tab=settings&view=${view}`);
  const save = async () => {
    await button(page, 'Save settings').click();
    await expect(toast(page, 'Settings saved')).toBeVisible();
  };
  await open('publication');
  await page.getByLabel('Name', { exact: true }).fill('Harbour Post');
  await page.getByLabel('Tagline').fill('News from the quay');
  await page.getByLabel('Description').fill('A small newspaper by the sea.');
  await page.getByLabel('Default author').fill('The desk');
  await save();
  await open('appearance');
  const png = async (name: string, width: number, height: number) => ({
    name,
    mimeType: 'image/png',
    buffer: await makePhoto({ width, height, format: 'png' }),
  });
  await page.getByLabel('Logo', { exact: true }).setInputFiles(await png('logo.png', 600, 150));
  await page.getByLabel('Icon', { exact: true }).setInputFiles(await png('icon.png', 512, 512));
  await expect(button(page, 'Remove the icon')).toBeVisible();
  await page.getByLabel('Accent color in the light scheme', { exact: true }).fill('#0b6b3a');
  await page.getByLabel('Accent color in the dark scheme', { exact: true }).fill('#7fc4a2');
  await save();
  await page.goto('/admin?tab=pages&view=about');
  await page.getByLabel('Mission').fill('We report what the tide brings.');
  await button(page, 'Publish').click();
  await expect(toast(page, 'Page published')).toBeVisible();
  await open('contact');
  await page.getByLabel('Public email').fill('desk@harbour.example');
  await page.getByLabel('Postal address').fill('Harbour Post\n2 The Quay');
  await page.getByLabel('Social profiles').fill('https://social.example/@harbour');
  await save();
  await open('accounts');
  await page
    .getByRole('group', { name: 'Roles that require a second factor' })
    .getByLabel('Editor', { exact: true })
    .check();
  await save();
}

async function renameSections(page: Page): Promise<void> {
  await page.goto('/admin?tab=sections');
  for (const [name, newName, path] of [
    ['Sports', 'Quay', 'quay'],
    ['Technology & Future', 'Boats', 'boats'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByLabel('Name *').fill(newName);
    await page.getByLabel('Short name').fill(newName);
    await page.getByLabel('Path').fill(path);
    await button(page, 'Save section').click();
    await expect(toast(page, 'Section saved').last()).toBeVisible();
    await button(page, 'All sections').click();
  }
}

async function inviteEditor(founder: Page): Promise<Page> {
  await founder.goto('/admin?tab=people');
  await button(founder, 'Invite').click();
  const dialog = founder.getByRole('dialog');
  await dialog.getByLabel('Email').fill('edda@harbour.example');
  await dialog.getByLabel('Role').selectOption('Editor');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(toast(founder, 'The invitation is a file in the folder mail/')).toBeVisible();
  const link = await mailedLink(site.dataDir, 'edda@harbour.example', 'verification');
  const page = await acceptInvitation(link, 'Edda Editor', ['/api/sessions']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your second factor');
  const key = (await page.locator('.enrolment-key').textContent())?.replaceAll(' ', '') ?? '';
  await page.getByLabel('Code', { exact: true }).fill(totpCode(key, new Date()));
  await button(page, 'Verify').click();
  await button(page, 'I have saved them').click();
  return page;
}

async function publishFirstArticle(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create New', exact: true }).click();
  // The article table, which is shown until the editor has loaded, has a field of the same name.
  await page.getByLabel('Title *').waitFor();
  await page.getByLabel('Author').fill('Edda Editor');
  await button(page, 'Add another author').click();
  await page.getByRole('combobox', { name: 'Author 2' }).fill('Bo Diaz');
  await page.getByLabel('Title *').fill('The ferry is back');
  await page.getByLabel('Excerpt *').fill('After two weeks.');
  await openContentStep(page);
  await contentField(page).fill('It sails at six.');
  await button(page, 'Publish').click();
  await expect(toast(page, 'Article published successfully')).toBeVisible();
}
