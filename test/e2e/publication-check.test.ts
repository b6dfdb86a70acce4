import { afterAll, beforeAll, test } from 'vitest';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { expectAccessible } from './axe.ts';
import { contentField, editorPath } from './editor-page.ts';
import { button } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
let api: NewsroomApi;
beforeAll(async () => {
  site = await startControlledSite();
  api = await newsroomApi(site.app);
});
afterAll(() => site.close());

const CHECKS = '/api/newsroom/publication-checks';

test('unsaved text is checked, shown everywhere and corrected', async () => {
  const article = await api.create({
    title: 'Rain changes the farms of the delta',
    slug: 'checked',
    content: `<p>It <em>rained</em>.</p><h2>Fields</h2><p>TWO THIRDS OF THE HARVEST ARE LOST</p>`,
    is_draft: false,
  });
  await api.request('POST', `/articles/${article.id}/notes`, { text: 'Who says so?' });
  const page = await signedInPage(site, editorPath(article), { expectedFailures: [CHECKS] });
  const title = page.getByLabel('Title *');
  await title.fill('Snow covers all the farms of the delta');
  const open = button(page, 'Check before publishing');
  const dialog = page.getByRole('dialog', { name: 'Check before publishing' });

  // The first request waits until its state was looked at, and fails.
  const { promise: isLookedAt, resolve: fail } = Promise.withResolvers<void>();
  await page.route(`**${CHECKS}`, async (route) => {
    await isLookedAt;
    await route.abort('failed');
  });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Checking the article...');
  fail();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute(`**${CHECKS}`);
  await dialog.getByRole('button', { name: 'Try again' }).click();

  const findings = dialog.getByRole('region', { name: 'Checklist' });
  await expect(findings.getByRole('status')).toHaveText('4 suggestions.');
  await expect(findings).toContainText('Write this in sentence case');
  for (const [name, expected] of [
    ['Article page on a phone', 390],
    ['Article page on a desktop computer', 1366],
  ] as const) {
    const frame = dialog.frameLocator(`iframe[title="${name}"]`);
    const heading = frame.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Snow covers all the farms of the delta');
    const shown = await heading.evaluate(async (element) => {
      await document.fonts.ready;
      // Of the frame, whose window is not the one of the editor.
      const view = element.ownerDocument.defaultView;
      return [view?.innerWidth, getComputedStyle(element).fontFamily.includes('Source Serif')];
    });
    expect(shown).toEqual([expected, true]);
  }
  for (const name of ['Card in lists', 'Newsletter'])
    await expect(dialog.frameLocator(`iframe[title="${name}"]`).locator('body')).toContainText('Snow');
  for (const name of ['Search result', 'Social preview', 'Feed item'])
    await expect(dialog.getByRole('region', { name }), name).toContainText('Snow');
  await expect(dialog.getByRole('rowheader', { name: 'Total' })).toBeVisible();
  const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBe(0);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  await expect(title).toHaveValue('Snow covers all the farms of the delta');

  await open.click();
  await findings.getByRole('button', { name: /^Show in text.*sentence case/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(contentField(page)).toBeFocused();
  await page.keyboard.type('Now: ');
  await expect(contentField(page).locator('p').last()).toHaveText('Now: TWO THIRDS OF THE HARVEST ARE LOST');
  await open.click();
  await findings.getByRole('button', { name: /^Edit excerpt/ }).click();
  await expect(page.getByLabel('Excerpt *')).toBeFocused();
  await open.click();
  await findings.getByRole('button', { name: /^Show notes/ }).click();
  await expect(page.getByText('Who says so?')).toBeVisible();

  const published = await (await site.app.fetch(`/article/${article.slug}`)).text();
  expect(published).toContain('Rain changes');
  expect(published).not.toContain('Snow');
});
