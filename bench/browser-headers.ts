import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The header fields a browser sends with one kind of request. */
export interface BrowserHeaders {
  /** Name and major version. */
  readonly browser: string;
  readonly request: string;
  /** Source of the fields: recorded from the browser, or documented. */
  readonly source: string;
  /**
   * Header lines in the order sent, with the placeholders `{host}` and `{etag}` for values that depend on the server.
   */
  readonly fields: readonly string[];
}

export const BROWSER_HEADERS_FILE = join(import.meta.dirname, 'browser-headers.json');

export function readBrowserHeaders(): BrowserHeaders[] {
  return JSON.parse(readFileSync(BROWSER_HEADERS_FILE, 'utf8')) as BrowserHeaders[];
}
