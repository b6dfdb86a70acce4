import { expect, test } from 'vitest';
import { viewedArticle } from '#domain/statistics/viewed-page.ts';
import { createPageViews } from './page-views.ts';
import { createHeadReader } from '../fast-path/request-head.ts';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PAGE = viewedArticle('0195c0de-0000-7000-8000-000000000001');

/** How the request is counted: the host of the referrer, or null; undefined if it is not counted. */
function counted(...lines: readonly string[]): string | null | undefined {
  const found: (string | null)[] = [];
  const views = createPageViews({
    publicUrl: 'https://www.meridian.example:8443',
    count: (page, referrer) => {
      expect(page).toBe(PAGE);
      found.push(referrer);
    },
  });
  const head = ['GET / HTTP/1.1', 'Host: meridian.example', ...lines, '', ''].join('\r\n');
  const request = createHeadReader()(Buffer.from(head, 'latin1'));
  if (request === null) throw new Error('not a plain request');
  views.record(PAGE, request.fields);
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0];
}
const fromBrowser = (...lines: readonly string[]) => counted(`User-Agent: ${BROWSER}`, ...lines);

test.each([
  ['an old browser, or one on plain HTTP', []],
  ['a navigation', ['Sec-Fetch-Dest: document', 'Sec-Fetch-Mode: navigate']],
  ['an absent preference', ['DNT: 0', 'Sec-GPC: 0']],
  ['a page that was loaded ahead of time and is shown', ['Sec-Fetch-Dest: empty', 'X-Page-Shown: 1']],
])('%s is a view', (_, lines) => {
  expect(fromBrowser(...lines)).toBeNull();
});

test.each([
  ['DNT', ['DNT: 1']],
  ['GPC', ['sec-gpc:1']],
  ['a prefetch', ['Sec-Purpose: prefetch']],
  ['a prerendering', ['Sec-Purpose: prefetch;prerender', 'Sec-Fetch-Dest: document']],
  ['an older prefetch', ['Purpose: prefetch']],
  ['a prefetch of an older Firefox', ['X-Moz: prefetch']],
  ['a preview', ['X-Purpose: preview']],
  ['a script', ['Sec-Fetch-Dest: empty']],
  ['a frame of another site', ['Sec-Fetch-Dest: iframe']],
  ['DNT with a shown page', ['X-Page-Shown: 1', 'DNT: 1']],
])('%s is not a view', (_, lines) => {
  expect(fromBrowser(...lines)).toBeUndefined();
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'facebookexternalhit/1.1',
  'curl/8.5.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers)',
  `${BROWSER} ${'x'.repeat(600)}`,
  '',
])('the program %j is not a reader', (userAgent) => {
  expect(counted(`User-Agent: ${userAgent}`)).toBeUndefined();
  expect(counted()).toBeUndefined();
});

test.each([
  ['https://news.example/some/path?query=private#part', 'news.example'],
  ['http://WWW.News.Example:8080', 'news.example'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://user:secret@news.example./', 'news.example'],
  ['https://www.meridian.example/articles', null],
  ['https://meridian.example/', null],
  ['http://192.0.2.7/', null],
  ['http://[2001:db8::1]/', null],
  ['http://intranet/', null],
  ['http://printer.7/', null],
  ['android-app://com.example.reader/', null],
  ['javascript:alert(1)', null],
  ['about:blank', null],
  ['not an address', null],
  ['', null],
  [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, null],
  [`https://news.example/${'a'.repeat(5_000)}`, 'news.example'],
  [`https://${'a'.repeat(5_000)}.example/`, null],
  ['https:news.example', null],
])('of the referrer %s only the public host is counted', (referrer, host) => {
  expect(fromBrowser(`Referer: ${referrer}`)).toBe(host);
});
