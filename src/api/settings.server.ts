import { createRoute, z } from '@hono/zod-openapi';
import { readSettings, updateSettings } from '#domain/site/settings.server.ts';
import { SETTINGS } from '#domain/site/settings.ts';
import type { Database } from '#platform/db/database.ts';
import { newsroomRoute, type AuthenticatedEnv } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Settings = z.object(SETTINGS).openapi('Settings');
const Patch = z.strictObject(SETTINGS).partial().openapi('SettingsPatch');

const settingsRoute = { ...newsroomRoute, path: '/newsroom/settings' as const };

const showSettings = createRoute({
  ...settingsRoute,
  method: 'get',
  summary: 'Returns the settings of the site',
  responses: {
    200: json(Settings, 'All settings, including defaults.'),
    ...problems('unauthenticated', 'forbidden'),
  },
});

const patchSettings = createRoute({
  ...settingsRoute,
  method: 'patch',
  summary: 'Changes some settings',
  request: { body: jsonBody(Patch) },
  responses: {
    200: json(Settings, 'All settings after the change.'),
    ...problems('unauthenticated', 'forbidden', 'unprocessable'),
  },
});

export function settingsApi({ database }: { readonly database: Database }) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(showSettings, async (context) => context.json(await readSettings(database.db), 200))
    .openapi(patchSettings, async (context) => {
      await updateSettings(database, context.var.user, context.req.valid('json'));
      return context.json(await readSettings(database.db), 200);
    });
}
