import { readSections } from '#domain/categories/queries.server.ts';
import { SECTIONS_TAG } from '#domain/categories/cache-tags.ts';
import type { Config } from '#platform/config.server.ts';
import { ALL_TAGS, purgeChange } from '#platform/db/changes.server.ts';
import type { Database } from '#platform/db/database.ts';
import { type FollowedState, followState } from '#platform/db/followed-state.server.ts';
import { recordByline } from './bylines.server.ts';
import { defaultAuthorOf } from './default-author.ts';
import { findConfirmedRecipient } from './recipient-request.server.ts';
import { lockedSettings } from './locked-settings.ts';
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

export type SiteStateReader = FollowedState<SiteState>;

/** Reads the state of the publication and follows its changes. */
export function followSiteState(
  database: Database,
  config: Pick<Config, 'identity' | 'publicUrl'>,
): Promise<SiteStateReader> {
  const locked = lockedSettings(config);
  return followState(database, {
    isConcernedBy: (change) =>
      change.startsWith('setting:') || change === SECTIONS_TAG || change === purgeChange(ALL_TAGS),
    async read() {
      const settings = await readSettings(database.db, locked);
      const sections = await readSections(database.db);
      await recordByline(database, defaultAuthorOf(settings));
      const confirmed = settings.contact_recipient === '' ? null : await findConfirmedRecipient(database.db);
      return {
        settings,
        site: createSite(settings, sections, config),
        contactRecipient: confirmed ?? settings.contact_email,
      };
    },
  });
}
