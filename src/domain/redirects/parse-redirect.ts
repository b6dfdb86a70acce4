import { encodePlainPath } from '#platform/plain-path.ts';
import { normalizeQuery, QUERY_PARAMETER_LIMIT, splitSource } from './redirect-query.ts';
import { type RedirectKind, type RedirectRule, SOURCE_MAX_LENGTH, TARGET_MAX_LENGTH } from './redirect.ts';

export interface RedirectInput {
  readonly kind: RedirectKind;
  /** A path of this site, or its whole address; with a query, if the redirect is to apply to this query only. */
  readonly from: string;
  /** A path of this site, or an address with https. */
  readonly to: string;
}

export type ParsedRedirect =
  | { readonly rule: RedirectRule }
  | { readonly errors: { readonly from?: string; readonly to?: string } };

const SOURCE_MESSAGE = 'Please enter a path of this site, such as /old-page';
const TARGET_MESSAGE = 'Please enter a path of this site or an address that begins with https://';

/**
 * Brings what a person entered into the form in which it is stored and compared: paths in their shortest encoding, without
 * a slash at the end; queries with their parameters in order; addresses of this site as paths.
 *
 * @param publicUrl of this site
 */
export function parseRedirect({ kind, from, to }: RedirectInput, publicUrl: string): ParsedRedirect {
  const source = parseSource(from, { kind, publicUrl });
  const target = parseTarget(to, { kind, publicUrl });
  if ('value' in source && 'value' in target)
    return { rule: { kind, source: source.value, target: target.value } };
  return {
    errors: {
      ...('error' in source && { from: source.error }),
      ...('error' in target && { to: target.error }),
    },
  };
}

type Parsed = { readonly value: string } | { readonly error: string };

function parseSource(text: string, { kind, publicUrl }: AddressOptions): Parsed {
  const address = withoutOwnHost(text.trim(), publicUrl);
  if (address.includes('#')) return { error: 'Browsers do not send what follows #. Please leave it out' };
  const { path: given, search } = splitSource(address);
  const path = normalizePath(given);
  if (path === null) return { error: SOURCE_MESSAGE };
  const parameters = new URLSearchParams(search.toWellFormed());
  if (parameters.size > QUERY_PARAMETER_LIMIT)
    return { error: `Please enter at most ${QUERY_PARAMETER_LIMIT} parameters after the question mark` };
  if (parameters.size > 0 && kind === 'prefix')
    return { error: 'Redirects of all addresses below this one apply to any query. Please leave out ?' };
  if (path === '/' && parameters.size === 0) return { error: 'The home page cannot be redirected' };
  const value = parameters.size === 0 ? path : `${path}?${normalizeQuery(parameters)}`;
  return value.length > SOURCE_MAX_LENGTH ? { error: tooLong(SOURCE_MAX_LENGTH) } : { value };
}

interface AddressOptions {
  readonly kind: RedirectKind;
  readonly publicUrl: string;
}

function parseTarget(text: string, { kind, publicUrl }: AddressOptions): Parsed {
  const address = withoutOwnHost(text.trim(), publicUrl);
  const value = address.startsWith('/') ? normalizeLocation(address) : normalizeUrl(address);
  if (value === null) return { error: TARGET_MESSAGE };
  if (value.length > TARGET_MAX_LENGTH) return { error: tooLong(TARGET_MAX_LENGTH) };
  if (kind === 'exact') return { value };
  if (/[?#]/.test(value))
    return { error: 'The rest of the path is appended to this address, so it can have no ? and #' };
  return { value: withoutSlashes(value) || '/' };
}

const tooLong = (limit: number) => `Please enter at most ${limit.toLocaleString('en-US')} characters`;

/** The path of an address of this site, so that a rule cannot lead back through it unnoticed. Other text unchanged. */
function withoutOwnHost(text: string, publicUrl: string): string {
  const url = /^https?:/i.test(text) ? URL.parse(text) : null;
  if (url === null || url.host !== new URL(publicUrl).host) return text;
  return `${url.pathname}${url.search}${url.hash}`;
}

function normalizePath(text: string): string | null {
  const path = encodePlainPath(encodeUnprintable(text));
  return path === null || path === '/' ? path : withoutSlashes(path);
}

function normalizeLocation(text: string): string | null {
  const suffixAt = text.search(/[?#]/);
  if (suffixAt === -1) return normalizePath(text);
  const path = normalizePath(text.slice(0, suffixAt));
  return path === null ? null : `${path}${encodeUnprintable(text.slice(suffixAt))}`;
}

function normalizeUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return encodeUnprintable(url.href);
}

const encodeUnprintable = (text: string) => text.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);

function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
