import { createRoute, z } from '@hono/zod-openapi';
import { readSettings, changeSettings } from '#domain/site/settings.server.ts';
import { SETTINGS } from '#domain/site/settings.ts';
import type { Database } from '#platform/db/database.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

const Settings = z.object(SETTINGS).openapi('Settings');
const Patch = z.strictObject(SETTINGS).partial().openapi('SettingsPatch');

const route = { ...newsroom, path: '/newsroom/settings' as const };

const showSettings = createRoute({
  ...route,
  method: 'get',
  summary: 'What the newsroom has decided about the site',
  responses: {
    200: json(Settings, 'Every setting, decided or not.'),
    ...problems('unauthenticated', 'forbidden'),
  },
});

const patchSettings = createRoute({
  ...route,
  method: 'patch',
  summary: 'Decides some of it anew',
  request: { body: jsonBody(Patch) },
  responses: {
    200: json(Settings, 'Every setting, as it is now.'),
    ...problems('unauthenticated', 'forbidden', 'unprocessable'),
  },
});

export function settingsApi({ database }: { readonly database: Database }) {
  return apiRouter<SignedInEnv>()
    .openapi(showSettings, async (context) => context.json(await readSettings(database.db), 200))
    .openapi(patchSettings, async (context) => {
      await changeSettings(database, context.var.signedIn, context.req.valid('json'));
      return context.json(await readSettings(database.db), 200);
    });
}
