import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { isDevelopment } from './development.ts';
import type { RequestHead } from './fast-path/request-head.ts';
import type { HeaderSet } from './middleware/header-set.ts';
import { mediaTypeOf } from './media-type.ts';
import { type ResponseData, toResponse } from './page-cache/response-data.server.ts';
import { negotiate } from './page-cache/content-negotiation.ts';
import type { Coding } from './page-cache/accept-encoding.ts';
import {
  type Representations,
  type Representation,
  representationOf,
} from './page-cache/representation.server.ts';
import type { RawResponse } from './page-cache/raw-response.server.ts';
import { type Manifest, readManifest } from './vite-manifest.server.ts';

export interface Assets {
  /** URL path of a built module or file, given its path in the repository: `src/entry.client.ts`. */
  url(source: string): string;
  /** URL paths of the style sheets that a module imports. */
  css(source: string): readonly string[];
  /** Answers GET and HEAD of a built file. Returns false and writes nothing when there is no such file. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** For the fast path: the complete response to a GET of a file, or null. */
  find(request: RequestHead): RawResponse | null;
  /** The same for a fetch `Request`; null when there is no such file. */
  respond(request: Request): Response | null;
  /** URL paths of all files. */
  paths(): Iterable<string>;
}

/** The file name contains a hash of the content, so the content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const ONE_DAY = 'public, max-age=86400';
const HASHED_PREFIX = '/assets/';

/**
 * Reads the files of the client build into memory once, together with their precompressed versions (`.br`, `.gz`).
 * @param folder the client build; null, or a folder without a manifest, means development: modules are served under
 *   their source path by Vite's server, and this module serves no file
 * @param isReplaced whether the publication has another file instead of a built one at this path
 */
export function loadAssets(
  folder: string | null,
  headersFor: HeaderSet = () => ({}),
  isReplaced: (path: string) => boolean = () => false,
): Assets {
  const manifest = folder === null || isDevelopment ? null : readManifest(folder);
  if (folder === null || manifest === null) return developmentAssets();
  const files = readFiles(folder, headersFor);
  const notFoundResponse = notFound(headersFor);
  const fileAt = (path: string) => {
    const file = files.get(path);
    return file === undefined || isReplaced(path) ? undefined : file;
  };

  function respondTo(target: string, acceptEncoding?: string, ifNoneMatch?: string): ResponseData | null {
    const representations = fileAt(pathOf(target));
    if (representations === undefined) return target.startsWith(HASHED_PREFIX) ? notFoundResponse : null;
    // A client that accepts no available coding gets the uncompressed file instead of 406.
    const negotiated = negotiate(representations, acceptEncoding, ifNoneMatch) ?? {
      representation: representations.identity,
      notModified: false,
    };
    const { representation, notModified } = negotiated;
    return notModified
      ? { status: 304, rawHeaders: representation.notModifiedRawHeaders, body: null }
      : { status: 200, rawHeaders: representation.rawHeaders, body: representation.body };
  }

  return {
    ...assetUrls(manifest),
    paths: () => files.keys(),
    serve(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
      const answer = respondTo(request.url ?? '', acceptEncoding, ifNoneMatch);
      if (answer === null) return false;
      response.writeHead(answer.status, [...answer.rawHeaders]);
      if (request.method === 'HEAD' || answer.body === null) response.end();
      else response.end(answer.body);
      return true;
    },
    find({ target, acceptEncoding, ifNoneMatch }) {
      const representations = fileAt(target);
      const negotiated =
        representations === undefined ? null : negotiate(representations, acceptEncoding, ifNoneMatch);
      if (negotiated === null) return null;
      return negotiated.notModified
        ? negotiated.representation.rawNotModified
        : negotiated.representation.raw;
    },
    respond({ url, method, headers }) {
      if (method !== 'GET' && method !== 'HEAD') return null;
      const answer = respondTo(
        new URL(url).pathname,
        headers.get('accept-encoding') ?? undefined,
        headers.get('if-none-match') ?? undefined,
      );
      return answer === null ? null : toResponse(answer, method);
    },
  };
}

function developmentAssets(): Assets {
  return {
    url: (source) => `/${source}`,
    // The entry imports it; linking it as well avoids a flash of unstyled content.
    css: () => ['/src/styles.css'],
    serve: () => false,
    find: () => null,
    respond: () => null,
    // The build puts its files there.
    paths: () => [HASHED_PREFIX],
  };
}

function assetUrls(manifest: Manifest): Pick<Assets, 'url' | 'css'> {
  const chunk = (source: string) => {
    const found = manifest[source];
    if (found === undefined) throw new Error(`${source} is not part of the client build`);
    return found;
  };
  const css = (source: string): string[] => {
    const { css: own = [], imports = [] } = chunk(source);
    return [...imports.flatMap(css), ...own];
  };
  return {
    url: (source) => `/${chunk(source).file}`,
    css: (source) => [...new Set(css(source))].map((file) => `/${file}`),
  };
}

function readFiles(folder: string, headersFor: HeaderSet): ReadonlyMap<string, Representations> {
  const files = new Map<string, Representations>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (entry.isFile() && !/\.(?:br|gz)$|^\/\.vite\//.test(path))
      files.set(path, representationsOf(file, path, headersFor));
  }
  return files;
}

function representationsOf(file: string, path: string, headersFor: HeaderSet): Representations {
  const type = mediaTypeOf(path);
  const headers = {
    'cache-control': path.startsWith(HASHED_PREFIX) ? IMMUTABLE : ONE_DAY,
    vary: 'Accept-Encoding',
    ...headersFor(type),
    'content-type': type,
  };
  const body = readFileSync(file);
  const digest = hash('sha256', body, 'base64url').slice(0, 22);
  const representation = (coding: Coding, bytes: Buffer): Representation =>
    representationOf(200, coding, bytes, digest, headers);
  const precompressed = (suffix: string, coding: Coding): Representation | undefined =>
    existsSync(file + suffix) ? representation(coding, readFileSync(file + suffix)) : undefined;
  return {
    hash: digest,
    identity: representation('identity', body),
    gzip: precompressed('.gz', 'gzip'),
    br: precompressed('.br', 'br'),
  };
}

function notFound(headersFor: HeaderSet): ResponseData {
  const type = 'text/plain; charset=utf-8';
  const body = Buffer.from('There is no such file.\n');
  const headers = {
    'cache-control': 'no-store',
    ...headersFor(type),
    'content-type': type,
    'content-length': String(body.byteLength),
  };
  return { status: 404, rawHeaders: Object.entries(headers).flat(), body };
}

function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}
