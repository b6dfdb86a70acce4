import { articlePath } from '#domain/articles/article.ts';
import { authorPath } from '#domain/articles/authors/author.ts';
import { listCommentsByEmail, type OwnComment } from '#domain/comments/own-comments.server.ts';
import { listMessagesByEmail, type OwnMessage } from '#domain/contact/own-messages.server.ts';
import { type AuthorProfile, findPersonalDataSummary, type PersonalDataSummary } from './queries.server.ts';
import type { PersonalDataDeps } from './personal-data-deps.server.ts';

const BATCH_SIZE = 200;

/** Data that is stored as well, but cannot be looked up by address or must not be exported. */
const NOT_LISTED = [
  'To prevent abuse, we count attempts of the last hours under anonymous keys that change daily.',
  'For emails that were sent, we store only the time and whether they were accepted; content and addresses are erased.',
  'An account, if there is one, has a password, stored as a hash, sessions with the name of their browser, and the networks it was used from in the last 90 days, stored as hashes.',
];

/** Streams all data about an address as one JSON object. Reads one batch at a time to bound memory. */
export async function* exportData(
  { database: { db }, clock, site }: PersonalDataDeps,
  address: string,
): AsyncGenerator<string> {
  const { name, url } = site();
  const head = { site: name, site_url: url, address, made_at: clock() };
  yield `${JSON.stringify(head).slice(0, -1)},"comments":[`;
  yield* streamEntries(
    (before) => listCommentsByEmail(db, address, { before, limit: BATCH_SIZE }),
    commentJson(url),
  );
  yield '],"contact_messages":[';
  yield* streamEntries(
    (before) => listMessagesByEmail(db, address, { before, limit: BATCH_SIZE }),
    messageJson,
  );
  yield `],${JSON.stringify(summaryJson(await findPersonalDataSummary(db, address), url)).slice(1)}\n`;
}

/** Streams the entries of a JSON array, without its brackets. */
async function* streamEntries<Entry extends { readonly id: string }>(
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

function summaryJson({ subscription, mails, jobs, account }: PersonalDataSummary, siteUrl: string) {
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
      role: account.role,
      signed_in_at: account.signedInAt,
      created_at: account.createdAt,
      sessions: account.sessions,
      api_tokens: account.apiTokens,
      author_profile: account.author && profileJson(account.author, siteUrl),
    },
    not_listed: NOT_LISTED,
  };
}

const profileJson = ({ name, slug, bio, picture, links }: AuthorProfile, siteUrl: string) => ({
  name,
  url: siteUrl + authorPath(slug),
  biography: bio,
  picture: picture === '' ? null : siteUrl + picture,
  links,
});
