import { afterAll, beforeAll, test } from 'vitest';
import { uuidv7 } from '#platform/ids.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { expect } from './expect.ts';
import { WIDTHS } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite({ env: { TIME_ZONE: 'Europe/Paris' } });
  const { database } = site.app;
  await makeArticle(database, { title: 'Old news', publishDate: new Date('2025-03-31T22:30:00Z') });
  await makeDraft(database, {
    title: 'Coming soon',
    scheduledAction: 'publish',
    scheduledAt: new Date('2025-05-05T10:00:00Z'),
    scheduledJob: uuidv7(),
  });
});
afterAll(() => site.close());

test.each(WIDTHS)('at %i pixels, the calendar shows a month and leads to its articles', async (width) => {
  const page = await signedInPage(site, '/admin?tab=calendar&view=2025-04', { width });
  const heading = page.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText('April 2025');
  // In Paris it was April already.
  const first = page.getByRole('list', { name: 'Tuesday, April 1' });
  await expect(first).toContainText('Published 12:30 AM');
  await expect(page.getByRole('table')).toHaveCount(width === 1366 ? 1 : 0);
  const next = page.getByRole('button', { name: 'Next month' });
  await next.press('Enter');
  await expect(heading).toHaveText('May 2025');
  await expect(page).toHaveURL(/view=2025-05/);
  await expect(first).toHaveCount(0);
  const scheduled = page.getByRole('list', { name: 'Monday, May 5' });
  await expect(scheduled).toContainText('Publishes 12:00 PM');
  await next.press('Enter');
  await expect(heading).toHaveText('June 2025');
  const present = page.getByRole('button', { name: 'This month' });
  await present.press('Enter');
  await expect(page).not.toHaveURL(/view=/);
  await expect(present).toBeDisabled();
  await expect(present).toBeFocused();
  await page.goBack();
  await page.goBack();
  await scheduled.getByRole('link', { name: 'Coming soon' }).press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('Coming soon');
});
