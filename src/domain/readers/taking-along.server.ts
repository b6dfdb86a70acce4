import { articlePath } from '#domain/articles/article.ts';
import { listCommentsBy, type OwnComment } from '#domain/comments/own-comments.server.ts';
import { listMessagesFrom, type OwnMessage } from '#domain/contact/own-messages.server.ts';
import { findHeldFacts, type HeldFacts } from './holding.server.ts';
import type { ReadersParts } from './readers-parts.server.ts';

const AT_ONCE = 200;

/** What is kept as well and cannot be looked up by an address, or is nobody's to carry away. */
const NOT_LISTED = [
  'How often you did something within the last hours is counted under keyed hashes that change every day.',
  'Of a mail that was handed over only the time is kept and whether it was taken; its text and addresses are gone.',
  'An account, if there is one, has a password, kept as a hash, and sessions with their network and browser.',
];

/** All that is kept about an address, as JSON, in pieces: never all of it in memory. */
export async function* takeAlong(
  { database: { db }, clock, site }: ReadersParts,
  address: string,
): AsyncGenerator<string> {
  const head = { site: site.name, site_url: site.url, address, made_at: clock() };
  yield `${JSON.stringify(head).slice(0, -1)},"comments":[`;
  yield* listed((before) => listCommentsBy(db, address, { before, limit: AT_ONCE }), commentJson(site.url));
  yield '],"contact_messages":[';
  yield* listed((before) => listMessagesFrom(db, address, { before, limit: AT_ONCE }), messageJson);
  yield `],${JSON.stringify(factsJson(await findHeldFacts(db, address))).slice(1)}\n`;
}

/** The entries of a list, as they stand between its brackets. */
async function* listed<Entry extends { readonly id: string }>(
  list: (before: string | undefined) => Promise<readonly Entry[]>,
  toJson: (entry: Entry) => object,
): AsyncGenerator<string> {
  let before: string | undefined;
  for (;;) {
    const entries = await list(before);
    if (entries.length === 0) return;
    const comma = before === undefined ? '' : ',';
    yield comma + entries.map((entry) => JSON.stringify(toJson(entry))).join(',');
    before = entries.at(-1)?.id;
  }
}

const commentJson =
  (siteUrl: string) =>
  ({ id, article, text, createdAt, state }: OwnComment) => ({
    id,
    article: article === null ? null : { title: article.title, url: siteUrl + articlePath(article.slug) },
    text,
    created_at: createdAt,
    state,
  });

const messageJson = ({ id, name, email, subject, message, createdAt }: OwnMessage) => ({
  id,
  name,
  email,
  subject,
  message,
  created_at: createdAt,
});

function factsJson({ subscription, mails, jobs, account }: HeldFacts) {
  return {
    newsletter: subscription && {
      status: subscription.status,
      source: subscription.source,
      consent: subscription.consent,
      created_at: subscription.createdAt,
      asked_at: subscription.askedAt,
      confirmation_mailed_at: subscription.confirmationMailedAt,
      confirmed_at: subscription.confirmedAt,
      unsubscribed_at: subscription.unsubscribedAt,
      issues_sent: subscription.issues,
    },
    waiting_mails: mails.map(({ to, subject, postedAt }) => ({ to, subject, posted_at: postedAt })),
    waiting_work: jobs.map(({ kind, createdAt }) => ({ kind, created_at: createdAt })),
    account: account && {
      name: account.name,
      email_verified: account.emailVerified,
      created_at: account.createdAt,
      sessions: account.sessions,
    },
    not_listed: NOT_LISTED,
  };
}
