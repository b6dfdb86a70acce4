import { isDevelopment } from '../development.ts';

/** Returns the header fields for a response of this content type. */
export type HeaderSet = (contentType: string) => Readonly<Record<string, string>>;

export interface HeaderSetOptions {
  /** Public URL of the site. Strict-Transport-Security is only sent when it is https. */
  readonly publicUrl: string;
  /**
   * Relaxes the policy for Vite's development client, which adds style elements and HTML strings. Default:
   * `isDevelopment`.
   */
  readonly development?: boolean;
}

/** No page contains inline script or style elements, so one policy fits every page and can be cached with it. */
const READER_POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // Colors and alignment that an author chose are style attributes. Style elements stay forbidden.
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' https: data:",
  'media-src': "'self' https:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'trusted-types': "'none'",
  'require-trusted-types-for': "'script'",
};

/**
 * The newsroom creates three Trusted Types policies. Every HTML sink there goes through DOMPurify, except documents in frames without
 * scripts.
 */
const ADMIN_POLICY = {
  ...READER_POLICY,
  'img-src': "'self' https: data: blob:",
  'trusted-types': 'default dompurify document-preview',
};

const YEAR_AND_A_DAY = 31_622_400;

/** The header fields for readers: the same on pages, 304, redirects, errors and files. */
export function readerHeaders(options: HeaderSetOptions): HeaderSet {
  return headerSet(READER_POLICY, options);
}

/** The header fields for `/admin` and `/login`, which are one single-page application. */
export function adminHeaders(options: HeaderSetOptions): HeaderSet {
  return headerSet(ADMIN_POLICY, options);
}

function headerSet(policy: Readonly<Record<string, string>>, options: HeaderSetOptions): HeaderSet {
  const always: Record<string, string> = {
    'content-security-policy': serializePolicy(
      (options.development ?? isDevelopment) ? relaxForDevelopment(policy) : policy,
    ),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
  if (options.publicUrl.startsWith('https:')) {
    always['strict-transport-security'] = `max-age=${YEAR_AND_A_DAY}`;
  }
  // Without a content type it is a redirect, or 304, whose fields replace those of the stored response.
  const own = { ...always, 'cross-origin-resource-policy': 'same-origin' };
  const embeddable = { ...always, 'cross-origin-resource-policy': 'cross-origin' };
  const page = { ...own, 'speculation-rules': '"/speculation-rules.json"' };
  return (contentType) => {
    if (contentType.startsWith('text/html')) return page;
    if (EMBEDDABLE.test(contentType)) return embeddable;
    return contentType === '' ? always : own;
  };
}

/** What other sites, feed readers and emails show: pictures, logos, feeds and oEmbed responses. */
const EMBEDDABLE = /^(?:image\/|application\/(?:xml|atom\+xml|rss\+xml|feed\+json|json\+oembed)|text\/xml)/;

function relaxForDevelopment(policy: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { 'trusted-types': _types, 'require-trusted-types-for': _required, ...rest } = policy;
  return { ...rest, 'style-src': "'self' 'unsafe-inline'" };
}

function serializePolicy(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');
}
