import type {
  Browser,
  BrowserContext,
  ConsoleMessage,
  Disposable,
  Page,
  Request,
  Response,
  WebError,
} from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { INSECURE_HOST, openBrowser } from '../chromium.ts';
import { isFull } from '../full.ts';
import { describePages } from './page-report.ts';
import { borrowContext } from './shared-contexts.ts';

export type Width = 390 | 1366;

export interface Visitor {
  /** The width of a phone or a laptop. */
  width?: Width;
  script?: boolean;
  colorScheme?: 'light' | 'dark';
  /** Default: `reduce`. Then there is no splash and there are no animations to wait for. */
  reducedMotion?: 'reduce' | 'no-preference';
  timezoneId?: string;
  /** Default: that of the headless browser, which is not counted as a reader. */
  userAgent?: string;
  /** Sends `Save-Data: on`. */
  saveData?: boolean;
  /** Paths that may respond with 404. */
  expectedNotFound?: readonly string[];
  /** Paths whose requests may fail or have an error status. */
  expectedFailures?: readonly (string | RegExp)[];
  /** Initial content of local storage. */
  storage?: Readonly<Record<string, string>>;
  /** URL of the site. Default: the shared site with sample content. */
  site?: string;
  /** For a test that controls the clock of the browser context: no later test gets the context. */
  controlsClock?: boolean;
}

export const WIDTHS: readonly Width[] = [390, 1366];
export const SCRIPT = [true, false] as const;

/**
 * For describe.each and test.each of journeys that are the same at both widths: both with `npm run test:full`, otherwise the
 * one given. What a journey shows is audited at both in every run (`expectAccessible`).
 */
export const journeyWidths = (usual: Width): readonly Width[] => (isFull ? WIDTHS : [usual]);

/** One per worker, for all its test files: the project `browser` is not isolated. It ends with the worker. */
let browser: Promise<Browser> | undefined;

/**
 * Opens a page in a browser context that no other page of the test has. The test fails on console errors and warnings,
 * uncaught errors, violations of the Content-Security-Policy, failed requests, and requests to other hosts. If it fails, the
 * report contains what the page shows.
 */
export async function openPage(path: string, visitor: Visitor = {}): Promise<Page> {
  browser ??= openBrowser(inject('chromium'));
  const open = await browser;
  const width = visitor.width ?? 1366;
  const site = visitor.site ?? inject('siteUrl');
  const borrowed = await borrowContext(open, {
    baseURL: site,
    viewport: { width, height: width === 390 ? 844 : 768 },
    isMobile: width === 390,
    hasTouch: width === 390,
    javaScriptEnabled: visitor.script ?? true,
    colorScheme: visitor.colorScheme ?? 'light',
    reducedMotion: visitor.reducedMotion ?? 'reduce',
    timezoneId: visitor.timezoneId ?? 'UTC',
    locale: 'en-US',
    ...(visitor.userAgent === undefined ? {} : { userAgent: visitor.userAgent }),
    ...(visitor.saveData ? { extraHTTPHeaders: { 'save-data': 'on' } } : {}),
    initScripts: [reportPolicyViolations, ...(visitor.saveData ? [enableSaveData] : [])],
  });
  const { context } = borrowed;
  const problems = collectProblems(context, visitor.expectedNotFound ?? [], visitor.expectedFailures ?? []);
  onTestFinished(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    const report = hasFailed ? [await describePages(borrowed.pages())] : [];
    // Events of the browser come before its answer. It gives none if the test has closed the context.
    await context.cookies().catch(() => undefined);
    problems.stop();
    await (hasFailed || visitor.controlsClock ? borrowed.discard() : borrowed.release());
    if (problems.found.length > 0) report.unshift(`Problems on the page:\n${problems.found.join('\n')}`);
    if (report.length > 0) throw new Error(report.join('\n\n'));
  });
  const page = await context.newPage();
  const seed = await seedStorage(page, new URL(site).origin, visitor.storage);
  await page.goto(path);
  await seed?.dispose();
  return page;
}

/**
 * Fills the local storage of the first document of a page, once. The option `storageState` of a context does the same in a
 * page of its own, in a process of its own, which takes as long as loading a page of the site.
 */
async function seedStorage(
  page: Page,
  origin: string,
  storage: Visitor['storage'],
): Promise<Disposable | undefined> {
  if (storage === undefined) return undefined;
  return page.addInitScript(
    ({ site, entries, marker }) => {
      if (location.origin !== site || sessionStorage.getItem(marker) !== null) return;
      sessionStorage.setItem(marker, '');
      for (const [name, value] of entries) localStorage.setItem(name, value);
    },
    { site: origin, entries: Object.entries(storage), marker: 'test.storage-is-filled' },
  );
}

interface Problems {
  readonly found: readonly string[];
  stop(): void;
}

function collectProblems(
  context: BrowserContext,
  expectedNotFound: readonly string[],
  expectedFailures: readonly (string | RegExp)[],
): Problems {
  const found: string[] = [];
  const mayFail = (url: string) => URL.canParse(url) && isOneOf(new URL(url).pathname, expectedFailures);
  const onConsole = (message: ConsoleMessage) => {
    const { url } = message.location();
    const isExpected = mayFail(url) || expectedNotFound.some((path) => url.endsWith(path));
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      found.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError) => void found.push(`uncaught: ${String(error.error())}`);
  const onRequest = (request: Request) => {
    if (isExternal(request)) found.push(`external request: ${request.url()}`);
  };
  const onRequestFailed = (request: Request) => {
    // A navigation cancels pending requests of the previous page.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED' && !mayFail(request.url()))
      found.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
  };
  const onResponse = (response: Response) => {
    const { pathname } = new URL(response.url());
    const isExpected =
      mayFail(response.url()) || (response.status() === 404 && expectedNotFound.includes(pathname));
    if (response.status() >= 400 && !isExpected) found.push(`${response.status()}: ${response.url()}`);
  };
  context
    .on('console', onConsole)
    .on('weberror', onError)
    .on('request', onRequest)
    .on('requestfailed', onRequestFailed)
    .on('response', onResponse);
  return {
    found,
    stop() {
      context
        .off('console', onConsole)
        .off('weberror', onError)
        .off('request', onRequest)
        .off('requestfailed', onRequestFailed)
        .off('response', onResponse);
    },
  };
}

function isOneOf(path: string, paths: readonly (string | RegExp)[]): boolean {
  return paths.some((entry) => (typeof entry === 'string' ? entry === path : entry.test(path)));
}

function reportPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', (violation) => {
    console.error(`CSP: ${violation.violatedDirective} forbids ${violation.blockedURI}`);
  });
}

function enableSaveData(): void {
  Object.defineProperty(Reflect.get(navigator, 'connection'), 'saveData', { get: () => true });
}

function isExternal(request: Request): boolean {
  const { protocol, hostname } = new URL(request.url());
  return protocol.startsWith('http') && !['127.0.0.1', 'localhost', INSECURE_HOST].includes(hostname);
}
