import { sql } from 'drizzle-orm';
import { newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { PUBLIC_URL, type TestApp } from './app.ts';

export type SubscriberRow = typeof newsletterSubscribers.$inferSelect;

/** The form, as a browser without script sends it. */
export function sendForm(
  app: TestApp,
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

/** Straight into the database, and confirmed unless said otherwise. */
export async function makeSubscribers(
  { db }: Database,
  emails: readonly string[],
  given: Partial<SubscriberRow> = {},
): Promise<SubscriberRow[]> {
  const row = { status: 'confirmed' as const, confirmedAt: new Date('2026-01-01T00:00:00Z'), ...given };
  return db
    .insert(newsletterSubscribers)
    .values(emails.map((email) => ({ email, ...row })))
    .returning();
}

/** Paths of the site that a text leads to. */
export function pathsIn(text: string): string[] {
  const urls = text.replaceAll('&amp;', '&').match(/https?:\/\/[^\s"'<>)]+/g) ?? [];
  return [
    ...new Set(urls.filter((url) => url.startsWith(PUBLIC_URL)).map((url) => url.slice(PUBLIC_URL.length))),
  ];
}

/** The one path in a text that begins like this. */
export function pathIn(text: string | undefined, before: string): string {
  const found = pathsIn(text ?? '').find((path) => path.startsWith(before));
  if (found === undefined) throw new Error(`nothing leads to ${before}`);
  return found;
}

/** Every row of every table, to see that nothing has changed. */
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

export interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly body: unknown;
}

/** Asks the API of the newsroom, `PUT /issues/ID`; answers with what it said. */
export async function ask(
  app: TestApp,
  headers: Readonly<Record<string, string>>,
  asked: string,
  body?: unknown,
): Promise<Answer> {
  const [method = 'GET', path = ''] = asked.split(' ');
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

/** What the API tells of an issue, as far as tests look at it. */
export interface AskedIssue {
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

/** The same for an issue. */
export async function askIssue(...asked: Parameters<typeof ask>): Promise<Answer & { body: AskedIssue }> {
  const answer = await ask(...asked);
  return { ...answer, body: answer.body as AskedIssue };
}
