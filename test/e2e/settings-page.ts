import type { Locator, Page } from 'playwright-core';
import type { NewsroomServer } from '../newsroom.ts';
import { type SignedInVisitor, signedInPage } from './signed-in-page.ts';

/** For tests in which the server refuses settings. */
export const FAILING = { expectedFailures: ['/api/newsroom/settings'] };

/** Opens a section of the settings as the editor. */
export function openSettings(
  site: Pick<NewsroomServer, 'url' | 'editor' | 'signIn'>,
  view: string,
  visitor: SignedInVisitor,
): Promise<Page> {
  return signedInPage(site, `/admin?tab=settings&view=${view}`, visitor);
}

export function save(page: Page): Locator {
  return page.getByRole('button', { name: 'Save settings' });
}

export function toast(page: Page, text: string): Locator {
  return page.locator('.toast').filter({ hasText: text });
}
