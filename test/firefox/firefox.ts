import { spawnSync } from 'node:child_process';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { onTestFinished } from 'vitest';

const INSTALLED = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The first version that can be told the orientation of the screen, which Puppeteer does. */
const OLDEST_VERSION = 144;

/** The path in the environment variable FIREFOX, or else of an installed Firefox that is new enough, or else null. */
export function findFirefox(): string | null {
  const named = process.env['FIREFOX'];
  if (named) {
    if (!runs(named))
      throw new Error(`FIREFOX names ${named}, which is not a working Firefox ${OLDEST_VERSION} or later`);
    return named;
  }
  return INSTALLED.find(runs) ?? null;
}

/** Some distributions install a stub that only prints where to get Firefox. */
function runs(path: string): boolean {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  const [, version] = /^Mozilla Firefox (\d+)/m.exec(stdout ?? '') ?? [];
  return Number(version) >= OLDEST_VERSION;
}

/** Starts Firefox with a temporary profile, controlled over WebDriver BiDi. */
export function openFirefox(executablePath: string): Promise<Browser> {
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true, protocolTimeout: 100_000 });
}

/**
 * Opens a page in a new browser context. The test fails on console errors, uncaught errors, violations of the
 * Content-Security-Policy, and responses with status 400 or higher.
 *
 * @param width CSS pixels
 */
export async function openPage(browser: Browser, url: string, width: 390 | 1366): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`uncaught: ${String(error)}`));
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()}: ${response.url()}`);
  });
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', (violation) => {
      console.error(`CSP: ${violation.violatedDirective} forbids ${violation.blockedURI}`);
    });
  });
  page.setDefaultTimeout(50_000);
  await page.setViewport({ width, height: width === 390 ? 844 : 768 });
  await page.goto(url);
  onTestFinished(async () => {
    await context.close();
    if (errors.length > 0) throw new Error(`Problems on pages opened from ${url}:\n  ${errors.join('\n  ')}`);
  });
  return page;
}
