import { ALL_TAGS, purgeChange } from '#platform/db/changes.server.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { type FollowedState, followState } from '#platform/db/followed-state.server.ts';
import { REDIRECT_LIMIT, type RedirectRule, REDIRECTS_TAG } from './redirect.ts';
import { RedirectRules } from './redirect-rules.ts';
import { redirects } from './tables.server.ts';

export type RedirectDirectory = FollowedState<RedirectRules>;

/** Reads the redirects and follows their changes, so that a request for an unknown address needs no query for them. */
export function followRedirects(database: Database): Promise<RedirectDirectory> {
  return followState(database, {
    isConcernedBy: (change) => change === REDIRECTS_TAG || change === purgeChange(ALL_TAGS),
    read: async () => new RedirectRules(await readRules(database.db)),
  });
}

export function readRules(db: Pick<Db, 'select'>): Promise<RedirectRule[]> {
  const { kind, source, target } = redirects;
  return db.select({ kind, source, target }).from(redirects).limit(REDIRECT_LIMIT);
}
