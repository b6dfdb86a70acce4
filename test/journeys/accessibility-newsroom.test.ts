import { afterAll, beforeAll, test } from 'vitest';
import { expectNoAxeViolations } from '../e2e/axe.ts';
import { editorPath, openContentStep } from '../e2e/editor-page.ts';
import { expect } from '../e2e/expect.ts';
import { fillNewsletter } from '../e2e/newsletter-admin-data.ts';
import { visitPanels } from '../e2e/newsroom-panels.ts';
import { signedInPage } from '../e2e/signed-in-page.ts';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';

let site: NewsroomServer;
let articleId: string;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    await fillNewsletter(database);
    const article = await makeArticle(database, { title: 'Much discussed', categorySlug: 'sports' });
    await makeComment(database, article, { status: 'held' });
    articleId = article.id;
  });
});
afterAll(() => site.stop());

test('no panel of the newsroom, no section of the settings and no step of the editor has an axe violation', async () => {
  const page = await signedInPage(site, '/admin', { width: 390 });
  // Both schemes and both widths are audited in `test/e2e/newsroom-audits.test.ts`.
  const panels = await visitPanels(page, () => expectNoAxeViolations(page), /^Settings/);
  expect(panels).toBeGreaterThan(25);
  await page.goto('/admin/account');
  await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(editorPath({ id: articleId }));
  await expect(page.getByLabel('Title *')).toBeVisible();
  await expectNoAxeViolations(page);
  await openContentStep(page);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.locator('.preview article')).toBeVisible();
  await expectNoAxeViolations(page);
});
