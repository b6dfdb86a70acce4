import { onTestFinished, test } from 'vitest';
import { makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { startControlledSite } from '../controlled-site.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

test('a preview is shared, read without an account, and revoked', async () => {
  const site = await startControlledSite();
  onTestFinished(() => site.close());
  const title = 'Sealed';
  const { id } = await makeDraft(site.app.database, { slug: 'sealed', title });
  const page = await signedInPage(site, `/admin/article-editor/global-politics/${id}`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(
    page.getByRole('dialog', { name: 'Preview' }).getByRole('heading', { name: title }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Share preview' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share preview' });
  await expect(dialog.getByText('No links yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = dialog.getByRole('textbox', { name: 'New link' });
  await expect(address).toBeFocused();
  await expect(dialog.getByText('Works until')).toBeVisible();
  await expectAccessible(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(toast(page, 'Link copied')).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(url).toBe(await address.inputValue());

  const reader = await openPage(url, {
    site: site.url,
    expectedFailures: ['/article/shared/preview'],
  });
  await expect(reader.getByRole('heading', { name: title })).toBeVisible();
  await expect(reader.getByRole('complementary', { name: 'About this preview' })).toContainText(
    'This article has not been published.',
  );
  await expectAccessible(reader);

  await dialog.getByRole('button', { name: /^Revoke the link of / }).click();
  await expect(dialog.getByText('No links yet')).toBeVisible();
  await expect(address).toHaveCount(0);
  await expect(dialog.getByRole('region', { name: 'Links' })).toBeFocused();
  await reader.reload();
  await expect(reader.getByRole('heading', { name: 'This preview has ended' })).toBeVisible();
  await expect(reader.getByText(title)).toHaveCount(0);
});
