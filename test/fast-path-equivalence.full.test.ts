import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type ClientConnection, get, site, withoutDate } from '#http/fast-path/site-under-test.ts';

/** `FAST_PATH_SEED=7` repeats a run, `FAST_PATH_CONNECTIONS=5000` makes a longer one. */
const SEED = Number(process.env['FAST_PATH_SEED'] ?? 20_250_105);
const CONNECTIONS = Number(process.env['FAST_PATH_CONNECTIONS'] ?? 400);
const CONCURRENCY = 10;

/** The Mulberry32 generator: small, and deterministic on every machine. */
function seeded(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share: number) => next() < share,
    pick<T>(of: readonly T[]): T {
      const [picked] = of.slice(below(of.length));
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
  };
}
type Random = ReturnType<typeof seeded>;

const PATHS = [
  '/a',
  '/a',
  '/a',
  '/b',
  '/a?x=1',
  '/other',
  '/A',
  '/%61',
  '//a',
  '/a/../a',
  '/a#b',
  '/é',
  '*',
  'http://x/a',
];
const METHODS = ['HEAD', 'POST', 'OPTIONS', 'get', 'BREW', 'DELETE', 'PUT'];
const VERSIONS = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 ', 'http/1.1'];
const PLAIN = [
  'Upgrade-Insecure-Requests: 1',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
  'Accept-Language: fr-CA,fr;q=0.9',
  'Cookie: a=1; b=2',
  'X-Latin: caf\u00e9',
  'X-Empty:',
  'Sec-Fetch-User: ?1',
  'Priority: u=0, i',
];
const CONNECTION = [
  'keep-alive',
  'Keep-Alive',
  'close',
  'CLOSE',
  'keep-alive, x',
  'upgrade',
  'close, keep-alive',
  '',
];
const ACCEPT = ['gzip', 'gzip;q=0', 'identity;q=0', 'br, gzip', '*', ' gzip ', '', 'nonsense', '*;q=0'];
const UNUSUAL = [
  'Range: bytes=0-9',
  'Upgrade: websocket',
  'Expect: 100-continue',
  'Expect: magic',
  'TE: trailers',
  'If-Match: "x"',
  'If-Modified-Since: Sun, 05 Jan 2025 00:00:00 GMT',
  'Content-Length: 0',
  'Content-Length: 3',
  'Content-Length: 3, 3',
  'Content-Length: -1',
  'Content-Length : 3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: identity',
  'Host: y',
  'Proxy-Connection: keep-alive',
  'No colon',
  ' folded: line',
  'X: a\r\n b',
  'X: a\rb',
  'X: a\nb',
  'X: a\u0000b',
  'Bad Name: x',
  'X!#$%: token',
  ': no name',
];
const BODIES = ['', 'abc', 'abcd', '3\r\nabc\r\n0\r\n\r\n', 'GET /b HTTP/1.1\r\nHost: x\r\n\r\n'];

function fields(random: Random, etag: string): string[] {
  const lines = PLAIN.filter(() => random.chance(0.4));
  if (random.chance(0.6))
    lines.push(`${random.pick(['Accept-Encoding', 'ACCEPT-encoding'])}: ${random.pick(ACCEPT)}`);
  if (random.chance(0.3)) lines.push(`Connection: ${random.pick(CONNECTION)}`);
  if (random.chance(0.3))
    lines.push(`If-None-Match: ${random.pick([etag, `W/${etag}, "x"`, '*', '"x"', etag.slice(1)])}`);
  if (random.chance(0.08)) lines.push(random.pick(UNUSUAL));
  if (random.chance(0.05) && lines.length > 0) lines.push(random.pick(lines));
  return lines.toSorted(() => random.below(3) - 1);
}

/** A request that the fast path is meant to answer. */
function ordinaryRequest(random: Random, etag: string): string {
  const lines = PLAIN.filter(() => random.chance(0.4));
  if (random.chance(0.5)) lines.push(`Accept-Encoding: ${random.pick(['gzip', 'br, gzip', 'x'])}`);
  if (random.chance(0.5)) lines.push(`If-None-Match: ${random.pick([etag, '"x"'])}`);
  if (random.chance(0.5)) lines.push(`Connection: ${random.chance(0.9) ? 'keep-alive' : 'close'}`);
  return get(random.pick(['/a', '/b']), ...lines);
}

function message(random: Random, etag: string): string {
  if (random.chance(0.5)) return ordinaryRequest(random, etag);
  const lines = fields(random, etag);
  const plain = get(random.pick(PATHS), ...lines);
  if (random.chance(0.8)) return plain;
  const changed = random.pick<() => string>([
    () => plain.replace('GET', random.pick(METHODS)),
    () => plain.replace('HTTP/1.1', random.pick(VERSIONS)),
    () => plain.replace('Host: x\r\n', ''),
    () => plain.replace('\r\n', '\n'),
    () => plain.replace(' ', random.pick(['  ', '\t'])),
    () => `\r\n${plain}`,
    () => plain + random.pick(BODIES),
    () => plain + get('/b'),
    () => plain.replace('GET', 'POST').replace('\r\n\r\n', '\r\nContent-Length: 3\r\n\r\nabc'),
  ])();
  if (random.chance(0.8)) return changed;
  const at = random.below(changed.length);
  return changed.slice(0, at) + String.fromCharCode(random.below(256)) + changed.slice(at + 1);
}

/** Chunks to send, each after the responses to the previous ones have been read. */
function conversation(random: Random, etag: string): string[] {
  const messages: string[] = [];
  for (let count = 1 + random.below(7); count > 0; count -= 1) {
    const again = messages.at(-1);
    messages.push(again !== undefined && random.chance(0.3) ? again : message(random, etag));
  }
  return messages.flatMap((text) => {
    if (random.chance(0.85)) return [text];
    const cut = 1 + random.below(Math.max(1, text.length - 1));
    return [text.slice(0, cut), text.slice(cut)];
  });
}

/** Returns everything the server sends until it closes the connection or goes silent, and whether it has closed. */
async function converse(line: ClientConnection, chunks: readonly string[]): Promise<string> {
  let received = '';
  let closed = false;
  line.socket.on('data', (text: string) => (received += text));
  line.socket.once('close', () => (closed = true));
  for (const chunk of chunks) {
    if (closed) break;
    line.send(chunk);
    await untilUnchanged(() => received.length + (closed ? 1 : 0));
  }
  return `${withOneEmptyBody(withoutDate(received))}${closed ? '[closed]' : '[open]'}`;
}

/** node:http answers an unknown expectation with an empty chunked body, the fast path with a length of zero. */
const withOneEmptyBody = (received: string): string =>
  received.replaceAll(
    /(HTTP\/1\.1 417 Expectation Failed\r\n)([^]*?)Transfer-Encoding: chunked\r\n\r\n0\r\n/g,
    '$1content-length: 0\r\n$2',
  );

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n[closed]';

/**
 * Invalid bytes in the same chunk as a request are refused with or without a response, depending on whether node:http has
 * noticed yet that its response to that request is sent. It has not when it gets its bytes from JavaScript, as over TLS.
 */
function withoutLateBadRequest(received: string, chunks: readonly string[]): string {
  const isLate = chunks.some((chunk) => /\r\n\r\n[^]/.test(chunk)) && received.lastIndexOf('HTTP/1.1') > 0;
  return isLate && received.endsWith(BAD_REQUEST)
    ? `${received.slice(0, -BAD_REQUEST.length)}[closed]`
    : received;
}

/** Resolves when a number has stayed the same for four polls, 5 ms apart. */
async function untilUnchanged(size: () => number): Promise<void> {
  for (let still = 0, last = -1; still < 4; still = size() === last ? still + 1 : 0) {
    last = size();
    await delay(5);
  }
}

it('answers random requests exactly as node:http alone does', { timeout: 600_000 }, async () => {
  const random = seeded(SEED);
  const [fast, slow] = [await site(), await site({ fastPath: false })];
  const probe = await slow.open();
  probe.send(get('/a'));
  const etag = /etag: (.*)/.exec((await probe.responses(1))[0] ?? '')?.[1] ?? '';
  async function compare(index: number, chunks: readonly string[]): Promise<void> {
    const both = (): Promise<string[]> =>
      Promise.all(
        [fast, slow].map(async (one) =>
          withoutLateBadRequest(await converse(await one.open(), chunks), chunks),
        ),
      );
    let [actual, expected] = await both();
    // On a busy machine one of them may have been slow, so a difference has to repeat.
    for (let again = 0; again < 2 && actual !== expected; again += 1) [actual, expected] = await both();
    expect({ index, chunks, answer: actual }).toEqual({ index, chunks, answer: expected });
  }
  for (let index = 0; index < CONNECTIONS; index += CONCURRENCY) {
    const conversations = Array.from({ length: CONCURRENCY }, () => conversation(random, etag));
    await Promise.all(conversations.map((chunks, at) => compare(index + at, chunks)));
  }
  // Otherwise the fast path has answered too few requests for the comparison to mean anything.
  expect(slow.httpRequests.length - fast.httpRequests.length).toBeGreaterThan(CONNECTIONS / 2);
});
