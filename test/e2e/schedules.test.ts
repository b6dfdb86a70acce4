import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { utcDay } from '#platform/utc-day.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

const YEAR = new Date().getUTCFullYear() + 1;

/** The last Sunday of October, when clocks in Berlin go back from 3:00 to 2:00. */
function endOfSummerTime(): string {
  const last = new Date(Date.UTC(YEAR, 9, 31));
  last.setUTCDate(31 - last.getUTCDay());
  return utcDay(last);
}

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite({
    env: { TIME_ZONE: 'Europe/Berlin' },
  });
});
afterAll(() => site.close());
beforeEach(() => site.setClockOffset(0));

const statusOf = async (slug: string) => (await site.app.fetch(`/article/${slug}`)).status;

test.each(widths)(
  'at %i pixels, a draft is scheduled, changed, cancelled, scheduled again and published',
  async (width) => {
    const slug = `timed-at-${width}`;
    const title = `Timed at ${width}`;
    const { id } = await makeDraft(site.app.database, { slug, title });
    const editor = `/admin/article-editor/global-politics/${id}`;
    const page = await signedInPage(site, editor, { width });
    const dialog = page.getByRole('dialog', { name: 'Publish later' });
    const submit = dialog.getByRole('button', { name: 'Schedule' });
    const notice = page.getByRole('region', { name: 'Schedule' });
    const row = page.locator('tr, .article-cards > li').filter({ hasText: title });

    await page.getByRole('button', { name: 'Schedule', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('09:00');
    await dialog.getByLabel('Date').fill('2020-01-01');
    await submit.click();
    await expect(dialog.getByText('Please choose a moment in the future')).toBeVisible();
    await dialog.getByLabel('Date').fill(endOfSummerTime());
    await dialog.getByLabel('Time', { exact: true }).fill('02:30');
    await dialog.getByLabel('Clocks show this time twice').selectOption({ index: 1 });
    await expect(dialog.getByRole('status')).toContainText('2:30 AM GMT+1 (Europe/Berlin)');
    await expectAccessible(page);
    await submit.click();
    await expect(toast(page, 'Scheduled')).toBeVisible();
    await expect(row.locator('.status')).toHaveText('Scheduled');
    await expect(row).toContainText(`${YEAR}, 2:30 AM`);
    expect(await statusOf(slug)).toBe(404);

    await page.goto(editor);
    await expect(notice).toContainText('2:30 AM GMT+1');
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Change' }).click();
    await expect(dialog.getByLabel('Clocks show this time twice')).toHaveValue('second');
    await dialog.getByLabel('Time', { exact: true }).fill('12:00');
    await submit.click();
    await expect(row).toContainText(`${YEAR}, 12:00 PM`);

    await page.goto(editor);
    await notice.getByRole('button', { name: 'Cancel schedule' }).click();
    await expect(page.getByText('It will not be published automatically.')).toBeVisible();
    await expect(notice).toHaveCount(0);
    await expect(page.locator('.status:visible', { hasText: 'Draft' })).toBeVisible();

    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await submit.click();
    await expect(row.locator('.status')).toHaveText('Scheduled');
    await site.setClockOffset(3 * 86_400_000);
    await site.app.jobs.runDue();
    expect(await statusOf(slug)).toBe(200);
  },
);

test('a published article is taken offline later', async () => {
  const { id } = await makeArticle(site.app.database, { slug: 'ends-later', title: 'Ends later' });
  const page = await signedInPage(site, `/admin/article-editor/global-politics/${id}`);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Take offline later' });
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByRole('region', { name: 'Schedule' })).toContainText('Will be taken offline on');
  await expect(page.locator('.status:visible')).toHaveText('Published');
  await site.setClockOffset(3 * 86_400_000);
  await site.app.jobs.runDue();
  expect(await statusOf('ends-later')).toBe(404);
});
