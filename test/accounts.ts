import { hashPassword } from 'better-auth/crypto';
import type { Role } from '#domain/accounts/permissions.ts';
import { account, user, userRoles } from '#domain/accounts/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { PUBLIC_URL, type TestApp } from './app.ts';
import { cheapHash } from './password-hashing.ts';
import { createSequence } from './sequence.ts';

/** The part of a test app that signing in needs; a running process provides as much. */
export type SignInSite = Pick<TestApp, 'fetch' | 'database' | 'knowsCheapHashes'> & {
  readonly jobs: Pick<TestApp['jobs'], 'runDue'>;
};

/** The password of every account created here. */
export const PASSWORD = 'nine small herons fishing';
let scryptHash: Promise<string> | undefined;

export interface TestAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface TestSession {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: number;
  readonly expires_in: number;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
}

const nextNumber = createSequence();

interface AccountOptions {
  name?: string;
  email?: string;
  role?: Role;
  /** Whether its password is hashed as usual, which takes 0.1 s when it is hashed and whenever it is verified. */
  scrypt?: boolean;
}

/** Inserts an account with a confirmed address, optionally with a role. */
export async function makeAccount(
  { database: { db }, knowsCheapHashes = false }: Pick<SignInSite, 'database' | 'knowsCheapHashes'>,
  { role, scrypt = !knowsCheapHashes, ...given }: AccountOptions = {},
): Promise<TestAccount> {
  const password = scrypt ? await (scryptHash ??= hashPassword(PASSWORD)) : cheapHash(PASSWORD);
  const number = nextNumber();
  const person = { id: uuidv7(), name: `Person ${number}`, email: `person-${number}@news.example`, ...given };
  await db.insert(user).values({ ...person, emailVerified: true });
  await db
    .insert(account)
    .values({ userId: person.id, accountId: person.id, providerId: 'credential', password });
  if (role !== undefined) await db.insert(userRoles).values({ userId: person.id, role });
  return person;
}

/** Signs in through the API. */
export async function signIn(app: SignInSite, { email }: Pick<TestAccount, 'email'>): Promise<TestSession> {
  const response = await postJson(app, '/api/sessions', { email, password: PASSWORD });
  if (response.status !== 200) throw new Error(`signing in was answered with ${response.status}`);
  return (await response.json()) as TestSession;
}

/** Creates an account with a role and returns the authorization header of its requests. */
export async function roleHeaders(app: SignInSite, role: Role): Promise<{ authorization: string }> {
  const session = await signIn(app, await makeAccount(app, { role }));
  return { authorization: `Bearer ${session.access_token}` };
}

/** `roleHeaders` of an administrator. */
export function adminHeaders(app: SignInSite): Promise<{ authorization: string }> {
  return roleHeaders(app, 'admin');
}

export function postJson(
  app: SignInSite,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** The emails in the outbox for this address, oldest first. */
export async function outboxMails({ database: { db } }: SignInSite, email: string): Promise<Mail[]> {
  const rows = await db.select({ content: mails.content }).from(mails).orderBy(mails.id);
  return rows.flatMap(({ content }) => (content?.to.address === email ? [content] : []));
}

/** The token of the link in an email. Throws unless text and HTML contain the same one. */
export function tokenIn(mail: Mail | undefined, before: string): string {
  const [inText, inHtml] = [mail?.text, mail?.html].map((body) => {
    const [, rest = ''] = (body ?? '').split(PUBLIC_URL + before);
    return /^[\w-]{43}/.exec(rest)?.[0];
  });
  if (inText === undefined || inText !== inHtml) throw new Error(`the email has no link to ${before}`);
  return inText;
}
