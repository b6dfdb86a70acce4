import { describe, expect, it } from 'vitest';
import { type MediaStorage, respondMedia } from './media.server.ts';

const BYTES = Uint8Array.from({ length: 100 }, (_, index) => index);

/** The storage calls so far. */
let calls: string[] = [];

/** One image and one file of another type, in chunks of 33 bytes. */
const storage: MediaStorage = {
  head(key) {
    calls.push('head');
    const contentType = typeOf(key);
    return Promise.resolve(contentType === null ? null : { size: 100, contentType });
  },
  get(key, range) {
    calls.push('get');
    const contentType = typeOf(key);
    if (contentType === null) return Promise.resolve(null);
    const wanted = range === undefined ? BYTES : BYTES.slice(range.first, range.last + 1);
    const chunks = [0, 33, 66, 99].map((at) => wanted.slice(at, at + 33)).filter((chunk) => chunk.length > 0);
    return Promise.resolve({ size: 100, contentType, body: streamOf(chunks) });
  },
};

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

function typeOf(key: string): string | null {
  if (key === '2025/map.avif') return 'image/avif';
  return key === 'notes.html' ? 'text/html' : null;
}

function request(key: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  calls = [];
  return respondMedia(storage, key, new Request('http://site.example/media/x', { method, headers }));
}

const bytesOf = async (response: Response): Promise<number[]> => [
  ...new Uint8Array(await response.arrayBuffer()),
];

describe('respondMedia', () => {
  it('sends an image as immutable', async () => {
    const response = await request('2025/map.avif');
    expect(await bytesOf(response)).toEqual([...BYTES]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '100',
      'content-type': 'image/avif',
      'x-content-type-options': 'nosniff',
    });
  });

  it('answers 304 when the entity tag matches', async () => {
    const etag = (await request('2025/map.avif')).headers.get('etag') ?? '';
    const response = await request('2025/map.avif', { 'if-none-match': `"x", W/${etag}` });
    expect([response.status, response.headers.get('etag')]).toEqual([304, etag]);
    expect(calls).toEqual(['head']);
  });

  it.each([
    ['bytes=0-0', 'bytes 0-0/100', 0, 1],
    ['bytes=30-70', 'bytes 30-70/100', 30, 71],
    ['bytes=90-', 'bytes 90-99/100', 90, 100],
    ['bytes=-5', 'bytes 95-99/100', 95, 100],
    ['bytes=-500', 'bytes 0-99/100', 0, 100],
    ['bytes=50-5000', 'bytes 50-99/100', 50, 100],
  ])('sends the range %s', async (range, contentRange, from, to) => {
    const response = await request('2025/map.avif', { range });
    expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange]);
    expect(response.headers.get('content-length')).toBe(String(to - from));
    expect(await bytesOf(response)).toEqual(Array.from(BYTES.subarray(from, to)));
  });

  it.each(['bytes=100-', 'bytes=-0'])('cannot satisfy the range %s', async (range) => {
    const response = await request('2025/map.avif', { range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */100']);
  });

  it('sends a file that is not an image as a download', async () => {
    const { headers } = await request('notes.html');
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe('attachment');
  });

  it.each([
    '',
    'missing.avif',
    '../secret',
    '2025/../../secret',
    '/etc/passwd',
    '.env',
    '2025/.env',
    'a%2e',
    'a\\b',
    'a//b',
    'a/',
  ])('answers 404 for the key %j', async (key) => {
    const response = await request(key);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});
