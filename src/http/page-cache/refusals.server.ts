import type { Answer } from './answer.server.ts';

type HeadersFor = (contentType: string) => Readonly<Record<string, string>>;

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
/** Seconds. A database that restarts is back by then. */
const RETRY_AFTER = '5';

/** For clients that refuse every form there is, identity included (RFC 9110 section 15.5.7). */
export function unacceptable(headersFor: HeadersFor): Answer {
  const body =
    'This page can be had uncompressed, as gzip or as brotli, and the request refuses all of them.\n';
  return refusal(406, body, { ...headersFor(TEXT), 'content-type': TEXT, vary: 'Accept-Encoding' });
}

/** For a page that cannot be made now and was never made before (RFC 9110 section 15.6.4). */
export function unavailable(
  headersFor: HeadersFor,
  { unavailablePage = plainUnavailablePage }: { readonly unavailablePage?: () => string },
): () => Answer {
  return () =>
    refusal(503, unavailablePage(), {
      ...headersFor(HTML),
      'content-type': HTML,
      'retry-after': RETRY_AFTER,
    });
}

function refusal(status: number, text: string, headers: Readonly<Record<string, string>>): Answer {
  const body = Buffer.from(text);
  const all = { 'cache-control': 'no-store', ...headers, 'content-length': String(body.byteLength) };
  return { status, fields: Object.entries(all).flat(), body };
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
