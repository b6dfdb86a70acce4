import { createRoute, z } from '@hono/zod-openapi';
import { AUDIT_ACTIONS, type AuditEvent } from '#domain/accounts/audit/audit-event.ts';
import { exportEvents, listEvents } from '#domain/accounts/audit/audit-queries.server.ts';
import type { CurrentSite } from '#domain/site/site.ts';
import { textStream } from '#http/text-stream.server.ts';
import type { Database } from '#platform/db/database.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Event = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    actor_id: z.uuid().nullable().meta({ description: 'Null: the command line.' }),
    actor_name: z.string().meta({ description: 'The name at that time.' }),
    token_name: z.string().nullable().meta({
      description: 'The name of the API token with which it was done; null without one.',
    }),
    action: z.string(),
    object_id: z.string().nullable(),
    object_name: z.string().meta({ description: 'The name of the object at that time.' }),
    detail: z.string().meta({ description: 'What changed.' }),
  })
  .openapi('AuditEvent');

// PostgreSQL has no year 0.
const Day = z.iso.date().refine((day) => day >= '0001');

const filter = {
  actor: z.uuid().optional().meta({ description: 'The ID of a person.' }),
  action: z.enum(AUDIT_ACTIONS).optional(),
  from: Day.optional().meta({ description: 'The first day, in the time zone of the site.' }),
  to: Day.optional().meta({ description: 'The last day.' }),
};

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/audit/events',
  method: 'get',
  summary: 'Lists who did what and when, newest first, 50 per page',
  request: { query: z.object({ ...filter, page: PageNumber }) },
  responses: {
    200: json(
      z
        .object({
          events: z.array(Event),
          people: z
            .array(z.object({ id: z.uuid(), name: z.string() }))
            .meta({ description: 'For the filter.' }),
          total: z.int(),
          ...pageFields,
        })
        .openapi('AuditEventPage'),
      'A page of events.',
    ),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const exportCsv = createRoute({
  ...newsroomRoute,
  path: '/newsroom/audit/events.csv',
  method: 'get',
  summary: 'Exports the events as CSV, newest first',
  request: { query: z.object(filter) },
  responses: {
    200: { description: 'The events.', content: { 'text/csv': { schema: z.string() } } },
    ...problems(...NEWSROOM_ERRORS),
  },
});

export interface AuditApiDeps {
  readonly database: Database;
  readonly site: CurrentSite;
}

export function auditApi({ database, site }: AuditApiDeps) {
  const deps = () => ({ database, timeZone: site().timeZone });
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const { actor: actorId, ...query } = context.req.valid('query');
      const found = await listEvents(deps(), context.var.user, { ...query, actorId });
      const events = found.events.map(eventJson);
      return context.json({ events, people: [...found.people], ...pageJson(found) }, 200);
    })
    .openapi(exportCsv, (context) => {
      const { actor: actorId, ...query } = context.req.valid('query');
      const lines = exportEvents(deps(), context.var.user, { ...query, actorId });
      return context.body(textStream(lines), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit.csv"',
      });
    });
}

function eventJson(event: AuditEvent): z.infer<typeof Event> {
  return {
    id: event.id,
    at: event.at.toISOString(),
    actor_id: event.actorId,
    actor_name: event.actorName,
    token_name: event.tokenName,
    action: event.action,
    object_id: event.objectId,
    object_name: event.objectName,
    detail: event.detail,
  };
}
