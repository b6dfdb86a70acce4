import type { NewsletterParts } from './newsletter-parts.server.ts';
import { previewTokenFor, type TokenPurpose, tokenFor } from './tokens.server.ts';

export type Signing = Pick<NewsletterParts, 'key' | 'site'>;

/** Where the links of the mails lead. Opening one changes nothing; the page behind it has a button. */
export const TOKEN_PATHS: Readonly<Record<TokenPurpose, string>> = {
  confirm: '/newsletter/confirm',
  unsubscribe: '/newsletter/unsubscribe',
  'own-data': '/newsletter/own-data',
};

/** Where a test of an issue is looked at in a browser; `?token=` says which. */
export const ISSUE_PREVIEW_PATH = '/newsletter/preview';

/** Absolute, for a test of an issue that has no page in the archive yet. */
export function issuePreviewLink(
  { key, site, clock }: Signing & Pick<NewsletterParts, 'clock'>,
  issueId: string,
): string {
  return `${site.url}${ISSUE_PREVIEW_PATH}?token=${previewTokenFor(key, issueId, clock())}`;
}

/** Path and query. */
export function tokenPath(purpose: TokenPurpose, token: string): string {
  return `${TOKEN_PATHS[purpose]}?token=${token}`;
}

/** Absolute, for a mail. */
export function tokenLink({ key, site }: Signing, purpose: TokenPurpose, subscriberId: string): string {
  return site.url + tokenPath(purpose, tokenFor(key, purpose, subscriberId));
}

/** By which mail programs offer to unsubscribe, and do it themselves with one POST (RFC 2369, RFC 8058). */
export function listHeaders({ site }: Signing, unsubscribeLink: string): Record<string, string> {
  return {
    'List-Id': `<newsletter.${new URL(site.url).hostname}>`,
    'List-Unsubscribe': `<${unsubscribeLink}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
