import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from '../api-document.ts';
import { SOCIAL_PICTURE_PATTERN } from '#domain/articles/derived-pictures/social-picture-address.server.ts';
import { READER_ROUTES } from '../../src/routes.ts';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { isFull } from '../full.ts';

/** Malformed or unusual path segments and query values, percent-encoded as they are sent. */
const HOSTILE = [
  '%F0%9F%98%80'.repeat(100),
  '%00',
  '%ED%A0%80',
  '%C3%28',
  '%F4%90%80%80',
  '%2F',
  '..',
  '%2e%2e',
  '%5C',
  '%25',
  '%',
  '%zz',
  '%0A',
  '%0D%0Alocation:x',
  '%EF%BB%BF',
  '%C3%A9',
  '%CC%81',
  'a%20b',
  'a'.repeat(300),
  'a'.repeat(3_000),
  "'",
  '"',
  '<script>',
  '%3Cscript%3E',
  '-',
  '__proto__',
  'constructor',
  '99999999999999999999',
  '-1',
] as const;

/** Values of the other parameters of a path, so that only one of them is malformed. */
const VALID: Readonly<Record<string, string>> = {
  slug: 'known',
  id: '0197a5b0-0000-7000-8000-000000000000',
  number: '1',
  revision: '1',
  section: 'sports',
  year: '2026',
  month: '01',
  file: `${'a'.repeat(22)}.png`,
};

/** The query parameters of the GET routes that are neither reader pages nor in the OpenAPI document. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/healthz': [],
  '/readyz': [],
  '/speculation-rules.json': [],
  '/favicon.ico': [],
  '/media/*': ['v'],
  [SOCIAL_PICTURE_PATTERN]: [],
  '/login': ['reset', 'verification', 'address', 'next'],
  '/admin': ['tab', 'page', 'search', 'verification'],
  '/admin/*': ['tab'],
  '/api': [],
  '/api/openapi.json': [],
  '/search': ['q', 'section', 'year', 'author', 'page'],
  '/oembed': ['url', 'format', 'maxwidth', 'maxheight'],
  '/article/shared/preview': ['token'],
  '/newsletter/confirm': ['token'],
  '/newsletter/unsubscribe': ['token'],
  '/newsletter/own-data': ['token'],
  '/newsletter/preview': ['token'],
  '/contact/recipient': ['token'],
  '/your-data/held': ['token', 'before', 'done'],
  '/your-data/held/download': ['token'],
  '/your-data/held/deletion': ['token'],
};

/** A request whose target has X in the place of one parameter. */
interface Target {
  readonly method: string;
  readonly target: string;
}

/** One target for each parameter of the path, for each wildcard, and for each query parameter. */
function targetsOf(method: string, path: string, queries: readonly string[]): Target[] {
  // A parameter may have a pattern with braces of its own: `:year{[12][0-9]{3}}`.
  const segments = path.split('/').map((segment) => /^:(\w+)(?:\{.*\})?(.*)$/.exec(segment) ?? segment);
  const fill = (hostile: number) =>
    segments
      .map((segment, index) => {
        if (segment === '*') return 'X';
        if (typeof segment === 'string') return segment;
        const [, name = '', rest = ''] = segment;
        return (index === hostile ? 'X' : (VALID[name] ?? 'known')) + rest;
      })
      .join('/');
  const isParameter = (segment: unknown) => segment === '*' || typeof segment !== 'string';
  const inPath = [...segments.keys()].filter((index) => isParameter(segments[index])).map(fill);
  const inQuery = queries.map((name) => `${fill(-1).replace('X', 'known')}?${name}=X`);
  return [...inPath, ...inQuery].map((target) => ({ method, target }));
}

interface Operation {
  readonly method: string;
  /** A Hono path pattern. */
  readonly path: string;
  readonly queries: readonly string[];
}

/** A rejected request with an invalid path has to change nothing, so no operation is left out. */
function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path: `/api${template.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      queries: parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
    })),
  );
}

/** Not routes of the app: a trailing slash, and built files. */
const OTHERS: readonly Target[] = ['/X/', '/assets/X'].map((target) => ({ method: 'GET', target }));

describe.each(databaseKindsFor(import.meta.filename))('a malformed path (%s database)', (databaseKind) => {
  let app: TestApp;
  let port: number;
  let operations: Operation[];
  let authorization: string;

  beforeAll(async () => {
    app = await testApp({ databaseKind });
    await makeArticle(app.database, { slug: 'known' });
    app.server.listen(0, '127.0.0.1');
    await once(app.server, 'listening');
    ({ port } = app.server.address() as AddressInfo);
    authorization = `authorization: ${(await adminHeaders(app)).authorization}\r\n`;
    const document = (await (await app.fetch('/api/openapi.json')).json()) as ApiDocument;
    operations = operationsOf(document);
  });

  afterAll(async () => {
    app.server.close();
    app.server.closeAllConnections();
    await app.close();
  });

  /** Sends a raw request, because HTTP clients normalise paths. */
  async function send(target: string, method = 'GET', field = '') {
    const socket = connect(port, '127.0.0.1');
    const response: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => response.push(chunk));
    socket.write(`${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n${field}\r\n`);
    await once(socket, 'close');
    const head = Buffer.concat(response).toString('latin1').split('\r\n\r\n')[0] ?? '';
    return {
      status: Number(head.slice(9, 12)),
      location: /^location: (.*)$/im.exec(head)?.[1] ?? null,
    };
  }

  /**
   * The responses that are server errors or have an invalid header, of the values in the place of X.
   *
   * @param share one value of so many is sent to a target, the next one to the next; `npm run test:full` sends all
   */
  async function findWrong(targets: readonly Target[], share: number, field = ''): Promise<unknown[]> {
    const wrong: unknown[] = [];
    for (const [index, { method, target }] of targets.entries()) {
      const values = HOSTILE.filter((_, at) => isFull || at % share === index % share);
      const requests = values.map(async (hostile) => {
        // A function, because a value may contain the pattern `$'`.
        const sent = target.replace('X', () => hostile);
        const { status, location } = await send(sent, method, field);
        // The response that oEmbed specifies for a format that a site does not provide.
        const isUnsupported = status === 501 && sent.startsWith('/oembed?format=');
        const isAnswered = (status >= 200 && status < 500) || isUnsupported;
        const isRight = isAnswered && /^\/(?!\/)[!-~]*$/.test(location ?? '/none');
        if (!isRight) wrong.push({ method, sent, status, location });
      });
      await Promise.all(requests);
    }
    return wrong;
  }

  const readerPages = () => READER_ROUTES.flatMap(({ path, query }) => targetsOf('GET', path, query));

  test('every GET route has its query parameters here', () => {
    const documented = new Set(operations.map(({ path }) => path));
    const pages = new Set(READER_ROUTES.map(({ path }) => path));
    const others = app.routes.filter(
      ({ method, path }) =>
        method === 'GET' && !/^\/?\*$/.test(path) && !pages.has(path) && !documented.has(path),
    );
    expect([...new Set(others.map(({ path }) => path))].toSorted()).toEqual(Object.keys(QUERIES).toSorted());
  });

  const posts = () => app.routes.filter(({ method, path }) => method === 'POST' && !path.startsWith('/api/'));
  const KINDS: readonly (readonly [what: string, share: number, least: number, targets: () => Target[]])[] = [
    ['reader page', 1, 30, () => [...readerPages(), ...OTHERS]],
    [
      'other page',
      3,
      20,
      () => Object.entries(QUERIES).flatMap(([path, query]) => targetsOf('GET', path, query)),
    ],
    [
      'form and no page behind a link',
      3,
      8,
      () => posts().flatMap(({ path }) => targetsOf('POST', path, ['token'])),
    ],
    [
      'operation of the API',
      7,
      100,
      () => operations.flatMap(({ method, path, queries }) => targetsOf(method, path, queries)),
    ],
  ];
  test.each(KINDS)(
    'no %s answers with a server error or an invalid header',
    async (_, share, least, create) => {
      const targets = create();
      expect(targets.length).toBeGreaterThan(least);
      expect(await findWrong(targets, share, authorization)).toEqual([]);
    },
  );
});
