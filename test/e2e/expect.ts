import { expect as playwrightExpect } from '@playwright/test';

/**
 * Playwright's assertions about pages, which wait until they are true. The limit only decides how long a failed one takes:
 * it is generous, because servers, browsers and other tests share the cores.
 */
export const expect = playwrightExpect.configure({ timeout: 20_000 });
