import { eq, sql } from 'drizzle-orm';
import { sendIssueJobKind } from '#domain/newsletter/sending/send-issue-job-kind.ts';
import {
  newsletterIssueArticles,
  newsletterIssues,
  newsletterSubscribers,
} from '#domain/newsletter/tables.server.ts';
import { NEWSLETTER_SETTINGS } from '#domain/site/settings/newsletter-settings.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import type { SignInSite } from './accounts.ts';
import { PUBLIC_URL, type TestApp } from './app.ts';
import { makeArticle } from './factories.ts';

export type SubscriberRow = typeof newsletterSubscribers.$inferSelect;

/** Submits a form as a browser without JavaScript does. */
export function submitForm(
  app: Pick<TestApp, 'fetch'>,
  path: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

/** Makes issues be drafted by themselves on another day than that of the test, which is a Friday once a week. */
export async function draftOnAnotherDay(database: Database): Promise<void> {
  const day = new Date(Date.now() + 3 * DAY_MS).toLocaleDateString('en-US', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  const { newsletter_day } = NEWSLETTER_SETTINGS;
  const value = newsletter_day.schema.parse(day.toLowerCase());
  await database.transaction((tx) => storeSettings(tx, null, { newsletter_day: value }));
}

/** Inserts subscribers directly; confirmed by default. */
export async function makeSubscribers(
  { db }: Database,
  emails: readonly string[],
  overrides: Partial<SubscriberRow> = {},
): Promise<SubscriberRow[]> {
  const row = { status: 'confirmed' as const, confirmedAt: new Date('2026-01-01T00:00:00Z'), ...overrides };
  return db
    .insert(newsletterSubscribers)
    .values(emails.map((email) => ({ email, ...row })))
    .returning();
}

/** Inserts an approved issue whose delay of ten minutes is over. Returns its ID. */
export async function approveIssue(database: Database): Promise<string> {
  const article = await makeArticle(database);
  const issueId = uuidv7();
  await database.transaction(async (tx) => {
    const sendAt = new Date(Date.now() - 1_000);
    await tx
      .insert(newsletterIssues)
      .values({ id: issueId, subject: 'An issue', status: 'approved', sendAt });
    await tx.insert(newsletterIssueArticles).values({ issueId, articleId: article.id, position: 0 });
    await enqueue(tx, sendIssueJobKind, { issueId });
  });
  return issueId;
}

export async function isSent({ db }: Database, issueId: string): Promise<boolean> {
  const [issue] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, issueId));
  return issue?.status === 'sent';
}

/** Paths of all links to the site in a text. */
export function pathsIn(text: string): string[] {
  const urls = text.replaceAll('&amp;', '&').match(/https?:\/\/[^\s"'<>)]+/g) ?? [];
  return [
    ...new Set(urls.filter((url) => url.startsWith(PUBLIC_URL)).map((url) => url.slice(PUBLIC_URL.length))),
  ];
}

/** The first path in a text with this prefix. */
export function pathIn(text: string | undefined, prefix: string): string {
  const found = pathsIn(text ?? '').find((path) => path.startsWith(prefix));
  if (found === undefined) throw new Error(`no link begins with ${prefix}`);
  return found;
}

/** Every row of every table; for assertions that nothing has changed. */
export async function dump({ db }: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const contents: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(name)} as t order by 1`,
    );
    contents[name] = rows.map(({ row }) => row);
  }
  return contents;
}

export interface ApiResponse {
  readonly status: number;
  readonly etag: string;
  readonly body: unknown;
}

/** Sends a request to the newsletter API of the newsroom. `request` is method and path: `PUT /issues/ID`. */
export async function newsletterRequest(
  app: SignInSite,
  headers: Readonly<Record<string, string>>,
  request: string,
  body?: unknown,
): Promise<ApiResponse> {
  const [method = 'GET', path = ''] = request.split(' ');
  const response = await app.fetch(`/api/newsroom/newsletter${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? '',
    body: isJson ? JSON.parse(text) : text,
  };
}

/** The fields of an issue that tests read. */
export interface IssueJson {
  readonly id: string;
  readonly number: number | null;
  readonly status: string;
  readonly subject: string;
  readonly note: string;
  readonly send_at: string | null;
  readonly problem: string | null;
  readonly paused_until: string | null;
  readonly copies: Readonly<Record<string, number>>;
  readonly articles: readonly { readonly id: string; readonly title: string }[];
}

/** Like `newsletterRequest`, for responses that contain an issue. */
export async function issueRequest(
  ...request: Parameters<typeof newsletterRequest>
): Promise<ApiResponse & { body: IssueJson }> {
  const answer = await newsletterRequest(...request);
  return { ...answer, body: answer.body as IssueJson };
}

/** What an import reports about rejected records. The keys are the numbers of the records. */
export const rejections = (reasons: Readonly<Record<number, string>>) =>
  Object.entries(reasons).map(([record, reason]) => ({ record: Number(record), reason }));
