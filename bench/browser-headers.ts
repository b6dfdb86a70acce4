import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The header fields a browser sends with one kind of request. */
export interface BrowserHeaders {
  /** With its major version. */
  readonly browser: string;
  readonly request: string;
  /** How the fields are known: recorded from the browser itself, or documented. */
  readonly source: string;
  /** Lines in the order sent, with `{host}` and `{etag}` for what the server decides. */
  readonly fields: readonly string[];
}

export const BROWSER_HEADERS_FILE = join(import.meta.dirname, 'browser-headers.json');

export function readBrowserHeaders(): BrowserHeaders[] {
  return JSON.parse(readFileSync(BROWSER_HEADERS_FILE, 'utf8')) as BrowserHeaders[];
}
