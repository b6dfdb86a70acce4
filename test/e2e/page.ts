import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, inject, onTestFinished } from 'vitest';
import { openBrowser } from '../chromium.ts';

export type Width = 390 | 1366;

export interface Visitor {
  /** A telephone or a laptop. */
  width?: Width;
  script?: boolean;
  colorScheme?: 'light' | 'dark';
  /** Reduced unless a journey is about movement: then there is no splash and nothing to wait for. */
  reducedMotion?: 'reduce' | 'no-preference';
  timezoneId?: string;
  /** The reader has asked for little data. */
  saveData?: boolean;
  /** Paths whose document may answer 404. */
  missing?: readonly string[];
  /** Paths that may be refused, fail or never be answered: what the journey is about. */
  refused?: readonly (string | RegExp)[];
  /** What lies in local storage from the start. */
  storage?: Readonly<Record<string, string>>;
  /** Another site than the shared one with sample content. */
  site?: string;
}

/** What every journey is made with and without. */
export const WIDTHS: readonly Width[] = [390, 1366];
export const SCRIPT = [true, false] as const;

let browser: Promise<Browser> | undefined;

afterAll(async () => {
  const open = await browser;
  browser = undefined;
  await open?.close();
});

/**
 * A page of a new visitor. The test fails when anything went wrong on it: console errors and warnings, uncaught
 * errors, violations of the Content-Security-Policy, failed requests, requests that leave this machine.
 */
export async function openPage(path: string, visitor: Visitor = {}): Promise<Page> {
  browser ??= openBrowser(inject('chromium'));
  const open = await browser;
  const width = visitor.width ?? 1366;
  const site = visitor.site ?? inject('siteUrl');
  const context = await open.newContext({
    baseURL: site,
    viewport: { width, height: width === 390 ? 844 : 768 },
    isMobile: width === 390,
    hasTouch: width === 390,
    javaScriptEnabled: visitor.script ?? true,
    colorScheme: visitor.colorScheme ?? 'light',
    reducedMotion: visitor.reducedMotion ?? 'reduce',
    timezoneId: visitor.timezoneId ?? 'UTC',
    locale: 'en-US',
    ...(visitor.storage ? { storageState: storageOf(site, visitor.storage) } : {}),
    ...(visitor.saveData ? { extraHTTPHeaders: { 'save-data': 'on' } } : {}),
  });
  if (visitor.saveData) await context.addInitScript(askForLittleData);
  const faults = await watch(context, visitor.missing ?? [], visitor.refused ?? []);
  onTestFinished(async () => {
    await context.close();
    if (faults.length > 0) throw new Error(`The page is not clean:\n${faults.join('\n')}`);
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

async function watch(
  context: BrowserContext,
  missing: readonly string[],
  refused: readonly (string | RegExp)[],
): Promise<string[]> {
  const faults: string[] = [];
  const mayFail = (url: string) => URL.canParse(url) && isOneOf(new URL(url).pathname, refused);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (violation) => {
      console.error(`CSP: ${violation.violatedDirective} forbids ${violation.blockedURI}`);
    });
  });
  context.on('console', (message) => {
    const { url } = message.location();
    const isExpected = mayFail(url) || missing.some((path) => url.endsWith(path));
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (thrown) => faults.push(`uncaught: ${String(thrown.error())}`));
  context.on('request', (request) => {
    if (leavesThisMachine(request)) faults.push(`leaves this machine: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    // A navigation cancels what the page before it was still loading.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED' && !mayFail(request.url()))
      faults.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isExpected = mayFail(response.url()) || (response.status() === 404 && missing.includes(pathname));
    if (response.status() >= 400 && !isExpected) faults.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}

function isOneOf(path: string, paths: readonly (string | RegExp)[]): boolean {
  return paths.some((entry) => (typeof entry === 'string' ? entry === path : entry.test(path)));
}

function storageOf(site: string, storage: Readonly<Record<string, string>>) {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: site, localStorage }] };
}

function askForLittleData(): void {
  Object.defineProperty(Reflect.get(navigator, 'connection'), 'saveData', { get: () => true });
}

function leavesThisMachine(request: Request): boolean {
  const { protocol, hostname } = new URL(request.url());
  return protocol.startsWith('http') && hostname !== '127.0.0.1';
}
