import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

/** How many contexts wait for the next test, at most. Each has a process of its own, of about 100 MB. */
const MAX_IDLE = 3;

export interface ContextOptions extends BrowserContextOptions {
  readonly baseURL: string;
  /** Runs in every document before its own scripts. */
  readonly initScripts: readonly (() => void)[];
}

export interface BorrowedContext {
  readonly context: BrowserContext;
  /** The pages that the test has opened. */
  pages(): Page[];
  /** Gives the context to a later test with the same options. */
  release(): Promise<void>;
  /** Closes the context. */
  discard(): Promise<void>;
}

interface SharedContext {
  readonly key: string;
  readonly context: BrowserContext;
  /** An empty page of the site. The process of a site ends with its last page. */
  readonly emptyPage: Page;
  readonly devtools: CDPSession;
  readonly origin: string;
  /** Whether the process of the site has crashed, or the context is closed. */
  isBroken(): boolean;
}

/** Those that no test uses, the one used last at the end. They end with the browser of the worker. */
const idle: SharedContext[] = [];

/**
 * Returns a browser context that has no cookies, storage and cached responses of its site, no permissions and no routes. An
 * earlier test with the same options may have used it: then its process is running and has compiled the scripts of the site.
 * A clock (`page.clock`) and initial scripts of the context stay, so call `discard` after setting one.
 */
export async function borrowContext(browser: Browser, options: ContextOptions): Promise<BorrowedContext> {
  const key = JSON.stringify(options, (_, value: unknown) =>
    typeof value === 'function' ? String(value) : value,
  );
  const index = idle.findLastIndex((each) => each.key === key);
  const shared = idle.splice(index, index < 0 ? 0 : 1)[0] ?? (await createContext(browser, key, options));
  const { context } = shared;
  return {
    context,
    pages: () => openedPages(shared),
    discard: () => context.close(),
    async release() {
      if (shared.isBroken()) return context.close();
      await reset(shared);
      idle.push(shared);
      if (idle.length > MAX_IDLE) await idle.shift()?.context.close();
    },
  };
}

async function createContext(
  browser: Browser,
  key: string,
  { initScripts, ...options }: ContextOptions,
): Promise<SharedContext> {
  const context = await browser.newContext(options);
  for (const script of initScripts) await context.addInitScript(script);
  const emptyPage = await context.newPage();
  await emptyPage.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Empty</title>' }),
  );
  await emptyPage.goto('/');
  await emptyPage.unrouteAll();
  const devtools = await context.newCDPSession(emptyPage);
  let isBroken = false;
  emptyPage.once('crash', () => (isBroken = true));
  context.once('close', () => (isBroken = true));
  const { origin } = new URL(options.baseURL);
  return { key, context, emptyPage, devtools, origin, isBroken: () => isBroken };
}

const openedPages = ({ context, emptyPage }: SharedContext): Page[] =>
  context.pages().filter((page) => page !== emptyPage);

async function reset(shared: SharedContext): Promise<void> {
  const { context, devtools, origin } = shared;
  // A closing page sends what is unsaved, which must not arrive while the next test runs.
  await context.setOffline(true);
  await Promise.all(openedPages(shared).map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all([
    context.clearPermissions(),
    context.setOffline(false),
    devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    devtools.send('Network.clearBrowserCache'),
  ]);
}
