import type { Mail } from '#platform/mail/mail.ts';
import { renderIssueMail, type IssueContent } from './mail/issue-mail.tsx';
import { listHeaders, type LinkDeps, TOKEN_PATHS } from './links.server.ts';
import { issuePath } from './issue.ts';
import { tokenFor } from './tokens.server.ts';

/** A rendered issue with placeholders in place of the recipient's tokens. */
export interface ComposedIssue {
  readonly id: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/**
 * Renders an issue once for all recipients. A placeholder that contains the id of the issue stands for each token of a
 * recipient; no author can have written it by chance.
 *
 * @param browser URL of "View in browser": the page in the archive, unless the issue has none yet
 */
export function composeIssue(
  deps: LinkDeps,
  id: string,
  content: IssueContent,
  browser?: string,
): ComposedIssue {
  const site = deps.site();
  const link = (purpose: 'unsubscribe' | 'own-data') =>
    `${site.url}${TOKEN_PATHS[purpose]}?token=${placeholderFor(id, purpose)}`;
  const links = {
    unsubscribe: link('unsubscribe'),
    ownData: link('own-data'),
    browser: browser ?? site.url + issuePath(content.number),
  };
  return { id, subject: content.subject, ...renderIssueMail(site, content, links) };
}

/** Builds the email to one subscriber: replaces the placeholders by the subscriber's tokens. */
export function personalizeIssue(
  deps: LinkDeps,
  issue: ComposedIssue,
  subscriber: { readonly id: string; readonly email: string },
): Mail {
  const tokens = {
    unsubscribe: tokenFor(deps.key, 'unsubscribe', subscriber.id),
    'own-data': tokenFor(deps.key, 'own-data', subscriber.id),
  };
  const fill = (body: string) =>
    body
      .replaceAll(placeholderFor(issue.id, 'unsubscribe'), tokens.unsubscribe)
      .replaceAll(placeholderFor(issue.id, 'own-data'), tokens['own-data']);
  const unsubscribe = `${deps.site().url}${TOKEN_PATHS.unsubscribe}?token=${tokens.unsubscribe}`;
  return {
    to: { address: subscriber.email },
    subject: issue.subject,
    text: fill(issue.text),
    html: fill(issue.html),
    headers: listHeaders(deps, unsubscribe),
  };
}

const placeholderFor = (id: string, purpose: 'unsubscribe' | 'own-data') => `${purpose}-${id}`;
