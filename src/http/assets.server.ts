import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { isDevelopment } from './development.ts';
import type { RequestHead } from './fast-path/request-head.ts';
import type { HeaderSet } from './middleware/header-set.ts';
import { mediaTypeOf } from './media-type.ts';
import type { Answer } from './page-cache/answer.server.ts';
import { toResponse } from './page-cache/answer.server.ts';
import { choose } from './page-cache/choice.ts';
import type { Coding } from './page-cache/accept-encoding.ts';
import type { Forms, Representation } from './page-cache/representation.server.ts';
import { representationOf } from './page-cache/representation.server.ts';
import type { Wire } from './page-cache/wire.server.ts';
import type { Manifest } from './vite-manifest.server.ts';
import { readManifest } from './vite-manifest.server.ts';

export interface Assets {
  /** Address of a built module or file, named by its path in the repository: `src/entry.client.ts`. */
  url(source: string): string;
  /** Addresses of the style sheets a module brings with it. */
  css(source: string): readonly string[];
  /** Answers GET and HEAD of a built file. False, having done nothing, when the address is not one of a file. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** The same for the fast path: the whole answer to a GET of a file, or null. */
  find(request: RequestHead): Wire | null;
  /** The same for fetch; null when the address is not one of a file. */
  respond(request: Request): Response | null;
}

/** The name is a hash of the content, so what it stands for never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';
const HASHED = '/assets/';

/**
 * The built browser files, read into memory once, with the compressed forms that lie beside them (`.br`, `.gz`).
 * @param folder the client build; null, or a folder without a manifest, means development: modules are named by their
 *   source path, as Vite's server knows them, and no file is served
 */
export function loadAssets(folder: string | null, headersFor: HeaderSet = () => ({})): Assets {
  const manifest = folder === null || isDevelopment ? null : readManifest(folder);
  if (folder === null || manifest === null) return sources();
  const files = readFiles(folder, headersFor);
  const missing = notFound(headersFor);

  function answerTo(target: string, acceptEncoding?: string, ifNoneMatch?: string): Answer | null {
    const forms = files.get(pathOf(target));
    if (forms === undefined) return target.startsWith(HASHED) ? missing : null;
    // no form acceptable: a file is better sent as it is than refused
    const choice = choose(forms, acceptEncoding, ifNoneMatch) ?? {
      representation: forms.identity,
      notModified: false,
    };
    const { representation, notModified } = choice;
    return notModified
      ? { status: 304, fields: representation.notModifiedFields, body: null }
      : { status: 200, fields: representation.fields, body: representation.body };
  }

  return {
    ...addresses(manifest),
    serve(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
      const answer = answerTo(request.url ?? '', acceptEncoding, ifNoneMatch);
      if (answer === null) return false;
      response.writeHead(answer.status, [...answer.fields]);
      if (request.method === 'HEAD' || answer.body === null) response.end();
      else response.end(answer.body);
      return true;
    },
    find({ target, acceptEncoding, ifNoneMatch }) {
      const forms = files.get(target);
      const choice = forms === undefined ? null : choose(forms, acceptEncoding, ifNoneMatch);
      if (choice === null) return null;
      return choice.notModified ? choice.representation.notModifiedWire : choice.representation.wire;
    },
    respond({ url, method, headers }) {
      if (method !== 'GET' && method !== 'HEAD') return null;
      const answer = answerTo(
        new URL(url).pathname,
        headers.get('accept-encoding') ?? undefined,
        headers.get('if-none-match') ?? undefined,
      );
      return answer === null ? null : toResponse(answer, method);
    },
  };
}

function sources(): Assets {
  return {
    url: (source) => `/${source}`,
    // the entry imports it; linking it as well spares the flash of an unstyled page
    css: () => ['/src/styles.css'],
    serve: () => false,
    find: () => null,
    respond: () => null,
  };
}

function addresses(manifest: Manifest): Pick<Assets, 'url' | 'css'> {
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

function readFiles(folder: string, headersFor: HeaderSet): ReadonlyMap<string, Forms> {
  const files = new Map<string, Forms>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (entry.isFile() && !/\.(?:br|gz)$|^\/\.vite\//.test(path))
      files.set(path, formsOf(file, path, headersFor));
  }
  return files;
}

function formsOf(file: string, path: string, headersFor: HeaderSet): Forms {
  const type = mediaTypeOf(path);
  const headers = {
    'cache-control': path.startsWith(HASHED) ? FOREVER : A_DAY,
    vary: 'Accept-Encoding',
    ...headersFor(type),
    'content-type': type,
  };
  const body = readFileSync(file);
  const digest = hash('sha256', body, 'base64url').slice(0, 22);
  const form = (coding: Coding, bytes: Buffer): Representation =>
    representationOf(200, coding, bytes, digest, headers);
  const beside = (suffix: string, coding: Coding): Representation | undefined =>
    existsSync(file + suffix) ? form(coding, readFileSync(file + suffix)) : undefined;
  return {
    hash: digest,
    identity: form('identity', body),
    gzip: beside('.gz', 'gzip'),
    br: beside('.br', 'br'),
  };
}

function notFound(headersFor: HeaderSet): Answer {
  const type = 'text/plain; charset=utf-8';
  const body = Buffer.from('There is no such file.\n');
  const headers = {
    'cache-control': 'no-store',
    ...headersFor(type),
    'content-type': type,
    'content-length': String(body.byteLength),
  };
  return { status: 404, fields: Object.entries(headers).flat(), body };
}

function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}
