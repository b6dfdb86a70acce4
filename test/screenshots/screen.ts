import type { Page } from 'playwright-core';

/** A page in one of its states. */
export interface Screen {
  /** Also the name of the file. */
  readonly name: string;
  readonly path: string;
  /** Brings the page into the state. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Takes only what is in the viewport, for dialogs and menus. */
  readonly viewportOnly?: boolean;
}

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .filter({ visible: true })
    .first()
    .click();
