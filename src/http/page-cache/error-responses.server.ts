import type { ResponseData } from './response-data.server.ts';

type HeadersFor = (contentType: string) => Readonly<Record<string, string>>;

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
/** Seconds. A database that restarts is usually available again by then. */
const RETRY_AFTER = '5';

/** For clients that accept no available content coding, not even identity (RFC 9110 section 15.5.7). */
export function notAcceptable(headersFor: HeadersFor): ResponseData {
  const body =
    'This page is available uncompressed, as gzip and as brotli, and the request accepts none of them.\n';
  return errorResponse(406, body, { ...headersFor(TEXT), 'content-type': TEXT, vary: 'Accept-Encoding' });
}

/** For a page whose render fails and of which there is no stored copy (RFC 9110 section 15.6.4). */
export function serviceUnavailable(
  headersFor: HeadersFor,
  { unavailablePage = plainUnavailablePage }: { readonly unavailablePage?: () => string },
): () => ResponseData {
  return () =>
    errorResponse(503, unavailablePage(), {
      ...headersFor(HTML),
      'content-type': HTML,
      'retry-after': RETRY_AFTER,
    });
}

function errorResponse(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): ResponseData {
  const body = Buffer.from(text);
  const all = { 'cache-control': 'no-store', ...headers, 'content-length': String(body.byteLength) };
  return { status, rawHeaders: Object.entries(all).flat(), body };
}

function plainUnavailablePage(): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Back in a moment</title></head>
<body><main><h1>Back in a moment</h1><p>This page cannot be shown right now. Please try again in a few seconds.</p>
<p><a href="/">Return to Home</a></p></main></body>
</html>
`;
}
