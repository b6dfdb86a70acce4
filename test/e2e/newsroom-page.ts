import type { Locator, Page } from 'playwright-core';

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByLabel('Notifications').getByText(text);

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
