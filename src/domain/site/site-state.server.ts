import { readSections } from '#domain/categories/queries.server.ts';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { recordByline } from './bylines.server.ts';
import { findConfirmedRecipient } from './contact-recipient.server.ts';
import { lockedSettings } from './locked-settings.ts';
import { cacheUntilSiteChange } from './site-cache.server.ts';
import { readSettings } from './settings.server.ts';
import type { Settings } from './settings.ts';
import { createSite, type Site } from './site.ts';

/** The settings and sections in effect and what is derived from them. A new object after each change. */
export interface SiteState {
  readonly settings: Settings;
  readonly site: Site;
  /** Address that gets the messages of the contact form: the confirmed recipient, otherwise the public address. */
  readonly contactRecipient: string;
}

export interface SiteStateReader {
  /** The newest state that was read, without waiting. It follows a change within milliseconds. */
  current(): SiteState;
  /**
   * The state after every change that was committed before the call. Does not wait while nothing changes. Rejects when
   * the database fails after a change.
   */
  latest(): Promise<SiteState>;
}

/** Reads the state of the publication and follows its changes. */
export async function followSiteState(
  database: Database,
  config: Pick<Config, 'identity' | 'publicUrl'>,
): Promise<SiteStateReader> {
  const locked = lockedSettings(config);
  let reads = 0;
  let newest: { readonly read: number; readonly state: SiteState } | undefined;

  const latest = cacheUntilSiteChange(database, async () => {
    reads += 1;
    const read = reads;
    const settings = await readSettings(database.db, locked);
    const sections = await readSections(database.db);
    await recordByline(database, settings.publication_default_author);
    const confirmed = settings.contact_recipient === '' ? null : await findConfirmedRecipient(database.db);
    const state = {
      settings,
      site: createSite(settings, sections, config),
      contactRecipient: confirmed ?? settings.contact_email,
    };
    // A slow read must not replace the result of a later one.
    if (newest === undefined || newest.read < read) newest = { read, state };
    return state;
  });

  const first = await latest();
  return { current: () => newest?.state ?? first, latest };
}
