import { createRoute, z } from '@hono/zod-openapi';
import { requireStoredLogos } from '#domain/images/logos.server.ts';
import { createAppearance } from '#domain/site/appearance/appearance.server.ts';
import { requireAllowedAddresses } from '#domain/site/contacted-addresses.server.ts';
import { findConfirmedRecipient } from '#domain/site/recipient-request.server.ts';
import type { LockedSettings } from '#domain/site/locked-settings.ts';
import { readSettingsRecord, type SettingsReader, updateSettings } from '#domain/site/settings.server.ts';
import { SETTINGS } from '#domain/site/settings.ts';
import { IDENTITY_VARIABLES } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { rethrowStaleWithCurrent } from './openapi/conditional-change.ts';
import { EtagHeaders, IfMatch, requireTextIfMatch, textEtag } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Settings = z
  .object({
    ...SETTINGS,
    revision: z.string().meta({ description: 'The `ETag` without quotes.' }),
    confirmed_recipient: z
      .string()
      .nullable()
      .meta({ description: 'The last recipient of contact messages that was confirmed.' }),
    style_sheet: z.string().nullable().meta({
      description: 'Path of the style sheet with the changed colors; null while they are the default ones.',
    }),
    locked: z
      .record(z.string(), z.enum(IDENTITY_VARIABLES))
      .meta({ description: 'The environment variable of each setting that it determines.' }),
  })
  .openapi('Settings');
const Patch = z.strictObject(SETTINGS).partial().openapi('SettingsPatch');

const settingsRoute = { ...newsroomRoute, path: '/newsroom/settings' as const };

const withEtag = (description: string) => ({ ...json(Settings, description), headers: EtagHeaders });

const showSettings = createRoute({
  ...settingsRoute,
  method: 'get',
  summary: 'Returns the settings of the site',
  responses: {
    200: withEtag('All settings in effect, including defaults.'),
    ...problems('unauthenticated', 'forbidden'),
  },
});

const patchSettings = createRoute({
  ...settingsRoute,
  method: 'patch',
  summary: 'Changes some settings',
  description:
    'A change that is not based on the current settings is rejected with 412; the response has them in `current`. A setting that an environment variable determines is rejected with 422.',
  request: { headers: IfMatch, body: jsonBody(Patch) },
  responses: {
    200: withEtag('All settings after the change.'),
    ...problems(...NEWSROOM_ERRORS, 'stale', 'too_many', 'unprocessable', 'precondition_required'),
  },
});

export interface SettingsApiDeps {
  readonly database: Database;
  readonly rateLimit: RateLimit;
  readonly locked: LockedSettings;
  /** Where the server may send requests. */
  readonly outbound: OutboundPolicy;
  /** Resolves when the process uses the changed settings. */
  readonly settings: SettingsReader;
}

export function settingsApi({ database, rateLimit, locked, settings, outbound }: SettingsApiDeps) {
  async function read(): Promise<z.infer<typeof Settings>> {
    const record = await readSettingsRecord(database.db, locked);
    const confirmed_recipient = await findConfirmedRecipient(database.db);
    return {
      ...record.settings,
      confirmed_recipient,
      revision: record.revision,
      style_sheet: createAppearance(record.settings).styleSheet?.path ?? null,
      locked: { ...locked.variables },
    };
  }

  return apiRouter<AuthenticatedEnv>()
    .openapi(showSettings, async (context) => {
      const record = await read();
      context.header('etag', textEtag(record.revision));
      return context.json(record, 200);
    })
    .openapi(patchSettings, async (context) => {
      const basedOn = requireTextIfMatch(context.req.valid('header'));
      const patch = context.req.valid('json');
      await requireStoredLogos(database, patch);
      requireAllowedAddresses(patch, outbound);
      await updateSettings({ database, rateLimit }, context.var.user, { patch, basedOn, locked }).catch(
        rethrowStaleWithCurrent(read),
      );
      // The next request, also one for a page or an email, must not see the former settings.
      await settings();
      const record = await read();
      context.header('etag', textEtag(record.revision));
      return context.json(record, 200);
    });
}
