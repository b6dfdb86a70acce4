import { describe, expect, it } from 'vitest';
import { createHeadReader, MAX_HEAD_BYTES } from './request-head.ts';

const readRequest = (text: string) => createHeadReader()(Buffer.from(text, 'latin1'));

const head = (...fields: string[]): string =>
  `GET /a?page=2 HTTP/1.1\r\n${['Host: x', ...fields].join('\r\n')}\r\n\r\n`;

describe('createHeadReader', () => {
  it('reads what a browser sends', () => {
    const chunk = head(
      'Connection: keep-alive',
      'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
      'Accept: text/html,*/*;q=0.8',
      'ACCEPT-ENCODING:  gzip, deflate, br ',
      'Accept-Language: fr-CA,fr;q=0.9',
      'If-None-Match: W/"abc", "d"',
      'Cookie: a=1',
      'X-Latin: caf\u00e9',
      'X-Empty:',
    );
    const request = readRequest(chunk);
    expect(request).toMatchObject({
      target: '/a?page=2',
      acceptEncoding: 'gzip, deflate, br',
      ifNoneMatch: 'W/"abc", "d"',
      keepAlive: true,
    });
    expect(request?.fields.userAgent).toBe('Mozilla/5.0 (X11; Linux x86_64)');
    expect(request?.fields.referrer).toBeUndefined();
    expect(readRequest(head())).toMatchObject({
      target: '/a?page=2',
      acceptEncoding: undefined,
      ifNoneMatch: undefined,
      keepAlive: true,
    });
  });

  it.each([
    'Content-Length: 0',
    'content-length:5',
    'Transfer-Encoding: chunked',
    'TE: trailers',
    'Upgrade: h2c',
    'Expect: 100-continue',
    'Range: bytes=0-1',
    'Authorization: Basic x',
    'Connection: keep-alive, upgrade',
    'Connection: keep-alivex',
    'Proxy-Connection: keep-alive',
    'If-Match: "x"',
    'If-Unmodified-Since: yesterday',
    'http2-settings: x',
    'Trailer: x',
    'If-Range: "x"',
    'Host: y',
    'Name : spaced',
    ' folded: line',
    'No colon',
    'Bad\u0000: name',
    'Control: a\u0001b',
    'Bare: line\nfeed: here',
    'Bare: carriage\rreturn',
  ])('passes %j to node:http', (field) => {
    expect(readRequest(head(field))).toBeNull();
  });

  it.each(['Upgrade-Insecure-Requests: 1', 'TE-X: a', 'Range-Unit: b', 'If-Modified-Since: yesterday'])(
    'accepts %j',
    (field) => {
      expect(readRequest(head(field))?.target).toBe('/a?page=2');
    },
  );

  it('passes heads of 16 KiB to node:http', () => {
    const padded = (bytes: number) => head(`X: ${'a'.repeat(bytes - head('X: ').length)}`);
    expect(readRequest(padded(MAX_HEAD_BYTES - 1))?.target).toBe('/a?page=2');
    expect(readRequest(padded(MAX_HEAD_BYTES))).toBeNull();
  });

  it('reads Connection', () => {
    expect(readRequest(head('Connection: close'))?.keepAlive).toBe(false);
    expect(readRequest(head('connection:\tCLOSE '))?.keepAlive).toBe(false);
    expect(readRequest(head('Connection: Keep-Alive'))?.keepAlive).toBe(true);
  });

  it('reads the fields that decide whether a request is a page view', () => {
    const fields = readRequest(
      head(
        'User-Agent: Browser',
        'Referer: https://x.example/',
        'Sec-Fetch-Dest: document',
        'Purpose: prefetch',
        'DNT: 1',
      ),
    )?.fields;
    expect(fields).toMatchObject({
      host: 'x',
      userAgent: 'Browser',
      referrer: 'https://x.example/',
      destination: 'document',
    });
    expect([fields?.findRare?.('purpose'), fields?.findRare?.('dnt'), fields?.findRare?.('sec-gpc')]).toEqual(
      ['prefetch', '1', undefined],
    );
    expect(readRequest(head('DNT:'))?.fields.findRare?.('dnt')).toBe('');
    expect(readRequest(head())?.fields.findRare).toBeNull();
  });

  it('passes a repeated field to node:http', () => {
    expect(readRequest(head('Accept-Encoding: gzip', 'accept-encoding: br'))).toBeNull();
    expect(readRequest(head('If-None-Match: "a"', 'If-None-Match: "b"'))).toBeNull();
    expect(readRequest(head('Connection: close', 'Connection: close'))).toBeNull();
  });

  it.each([
    'GET /a HTTP/1.1\r\n\r\n',
    'GET /a HTTP/1.1\r\nAccept: text/html\r\n\r\n',
    'GET /a HTTP/1.0\r\nHost: x\r\n\r\n',
    'GET /a HTTP/1.10\r\nHost: x\r\n\r\n',
    'XGET /a HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /a HTTP/1.1\r\n folded: line\r\nHost: x\r\n\r\n',
    'HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n',
    'get /a HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET  /a HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET http://x/a HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /a HTTP/1.1\nHost: x\n\n',
    'GET /a HTTP/1.1\r\nHost: x\r\n',
    'GET /a HTTP/1.1\r\nHost: x\r\n\r\nx',
    '\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n',
  ])('passes %j to node:http', (chunk) => {
    expect(readRequest(chunk)).toBeNull();
  });

  it('parses a hostile head in linear time', () => {
    // CPU time, so that the load of the machine does not count.
    const before = process.threadCpuUsage();
    readRequest(`GET /a HTTP/1.1${'\r\na:\t\t\t\t '.repeat(8_000)}\u0000`);
    readRequest(`GET /${'a'.repeat(60_000)}`);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(200);
  });
});
