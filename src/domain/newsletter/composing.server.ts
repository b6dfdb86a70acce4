import type { Mail } from '#platform/mail/mail.ts';
import { issueLetter, type IssueContent } from './mail/issue-mail.tsx';
import { listHeaders, type Signing, TOKEN_PATHS } from './links.server.ts';
import { issuePath } from './issue.ts';
import { tokenFor } from './tokens.server.ts';

/** An issue as it goes out, but for the links that belong to one recipient. */
export interface ComposedIssue {
  readonly id: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/**
 * Rendered once. Where a recipient's token belongs stands a word that nobody can have written: the issue's own id.
 *
 * @param browser where "View in browser" leads: the page in the archive, unless the issue has none yet
 */
export function composeIssue(
  { site }: Signing,
  id: string,
  content: IssueContent,
  browser = site.url + issuePath(content.number),
): ComposedIssue {
  const link = (purpose: 'unsubscribe' | 'own-data') =>
    `${site.url}${TOKEN_PATHS[purpose]}?token=${placeOf(id, purpose)}`;
  const links = { unsubscribe: link('unsubscribe'), ownData: link('own-data'), browser };
  return { id, subject: content.subject, ...issueLetter(site, content, links) };
}

/** The copy of one subscriber. */
export function personalise(
  signing: Signing,
  issue: ComposedIssue,
  subscriber: { readonly id: string; readonly email: string },
): Mail {
  const tokens = {
    unsubscribe: tokenFor(signing.key, 'unsubscribe', subscriber.id),
    'own-data': tokenFor(signing.key, 'own-data', subscriber.id),
  };
  const filled = (body: string) =>
    body
      .replaceAll(placeOf(issue.id, 'unsubscribe'), tokens.unsubscribe)
      .replaceAll(placeOf(issue.id, 'own-data'), tokens['own-data']);
  const unsubscribe = `${signing.site.url}${TOKEN_PATHS.unsubscribe}?token=${tokens.unsubscribe}`;
  return {
    to: { address: subscriber.email },
    subject: issue.subject,
    text: filled(issue.text),
    html: filled(issue.html),
    headers: listHeaders(signing, unsubscribe),
  };
}

const placeOf = (id: string, purpose: 'unsubscribe' | 'own-data') => `${purpose}-${id}`;
