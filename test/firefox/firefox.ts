import { spawnSync } from 'node:child_process';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { onTestFinished } from 'vitest';

const INSTALLED = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The one named by FIREFOX, else one of this machine, else null. */
export function findFirefox(): string | null {
  const named = process.env['FIREFOX'];
  if (named) {
    if (!runs(named)) throw new Error(`FIREFOX names ${named}, which is no Firefox that runs`);
    return named;
  }
  return INSTALLED.find(runs) ?? null;
}

/** Some distributions install a stub that only says where to get Firefox. */
function runs(path: string): boolean {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return /^Mozilla Firefox \d/m.test(stdout ?? '');
}

/** Driven over WebDriver BiDi, in a profile of its own that vanishes with it. */
export function openFirefox(executablePath: string): Promise<Browser> {
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true, protocolTimeout: 60_000 });
}

/**
 * A page of a new visitor. The test fails when the page wrote an error to the console, threw one, violated the
 * Content-Security-Policy, or got an answer of 400 or more.
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
  page.setDefaultTimeout(20_000);
  await page.setViewport({ width, height: width === 390 ? 844 : 768 });
  await page.goto(url);
  onTestFinished(async () => {
    await context.close();
    if (errors.length > 0) throw new Error(`On the pages from ${url} on:\n  ${errors.join('\n  ')}`);
  });
  return page;
}
