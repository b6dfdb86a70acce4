import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { previewTokenFor, type TokenPurpose, tokenFor } from './tokens.server.ts';

export type LinkDeps = Pick<NewsletterDeps, 'key' | 'site'>;

/** Paths of the links in emails. Opening a link changes nothing: link scanners open links too. The page has a button. */
export const TOKEN_PATHS: Readonly<Record<TokenPurpose, string>> = {
  confirm: '/newsletter/confirm',
  unsubscribe: '/newsletter/unsubscribe',
  'own-data': '/newsletter/own-data',
};

/** Path of the browser preview of an issue; `?token=` identifies the issue. */
export const ISSUE_PREVIEW_PATH = '/newsletter/preview';

/** Absolute URL of the preview, for test emails of an issue that has no page in the archive yet. */
export function issuePreviewLink(
  { key, site, clock }: LinkDeps & Pick<NewsletterDeps, 'clock'>,
  issueId: string,
): string {
  return `${site().url}${ISSUE_PREVIEW_PATH}?token=${previewTokenFor(key, issueId, clock())}`;
}

/** Path and query of a link with a token. */
export function tokenPath(purpose: TokenPurpose, token: string): string {
  return `${TOKEN_PATHS[purpose]}?token=${token}`;
}

/** Absolute URL of a link with a token, for emails. */
export function tokenLink({ key, site }: LinkDeps, purpose: TokenPurpose, subscriberId: string): string {
  return site().url + tokenPath(purpose, tokenFor(key, purpose, subscriberId));
}

/** Headers with which email clients offer to unsubscribe, with one POST request (RFC 2369, RFC 8058). */
export function listHeaders({ site }: LinkDeps, unsubscribeLink: string): Record<string, string> {
  return {
    'List-Id': `<newsletter.${new URL(site().url).hostname}>`,
    'List-Unsubscribe': `<${unsubscribeLink}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
