import type { Page } from 'playwright-core';
import type { NewsroomAccount, NewsroomServer } from '../newsroom.ts';
import { openPage, type Visitor } from './page.ts';

type Site = Pick<NewsroomServer, 'url' | 'editor' | 'signIn'>;

export interface SignedInVisitor extends Visitor {
  /** Default: the editor of the site. */
  readonly account?: NewsroomAccount;
  /** A session that no other test uses, for one that ends or refreshes it. */
  readonly ownSession?: boolean;
}

interface Session {
  readonly content: Record<string, unknown>;
  readonly receivedAt: number;
}

/** Pages refresh the access token after eight and a half of its ten minutes, which replaces the refresh token. */
const MAX_SHARED_MS = 4 * 60_000;

const sharedSessions = new WeakMap<Site, Map<string, Session>>();

/** Opens a page with a stored session. Tests of a site share a session, because signing in takes 0.2 s. */
export async function signedInPage(site: Site, path: string, visitor: SignedInVisitor = {}): Promise<Page> {
  const { account = site.editor, ownSession = false, ...rest } = visitor;
  const session = ownSession ? await openSession(site, account) : await sharedSession(site, account);
  const stored = { ...session.content, received_at: session.receivedAt };
  const storage = { ...rest.storage, 'newsroom.session': JSON.stringify(stored) };
  return openPage(path, { ...rest, site: site.url, storage });
}

async function sharedSession(site: Site, account: NewsroomAccount): Promise<Session> {
  const sessions = sharedSessions.get(site) ?? new Map<string, Session>();
  sharedSessions.set(site, sessions);
  const shared = sessions.get(account.email);
  if (shared !== undefined && Date.now() - shared.receivedAt < MAX_SHARED_MS) return shared;
  const session = await openSession(site, account);
  sessions.set(account.email, session);
  return session;
}

async function openSession(site: Site, account: NewsroomAccount): Promise<Session> {
  return { content: await site.signIn(account), receivedAt: Date.now() };
}
