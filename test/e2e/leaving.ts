import type { Page } from 'playwright-core';
import { expect } from './expect.ts';

/** Whether the browser would ask before it leaves the page. */
export const browserAsks = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Tries to leave a page of the newsroom for the dashboard, and stays when it asks. */
export async function expectQuestionBeforeLeaving(page: Page, text: string): Promise<void> {
  expect(await browserAsks(page)).toBe(true);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving' });
  await expect(question).toContainText(text);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
}
