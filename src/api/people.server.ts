import { createRoute, z } from '@hono/zod-openapi';
import type { Accounts } from '#domain/accounts/accounts.server.ts';
import { EmailAddress } from '#domain/accounts/account.ts';
import {
  PERSON_STATES,
  type Person as DomainPerson,
  PersonChange,
  PersonInvitation,
} from '#domain/accounts/people/person.ts';
import { ROLES } from '#domain/accounts/permissions.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Person = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: EmailAddress,
    role: z.enum(ROLES),
    state: z.enum(PERSON_STATES).meta({
      description: 'A person in the state `invited` has not yet used the link, which may have expired.',
    }),
    has_second_factor: z.boolean(),
    signed_in_at: z.iso.datetime().nullable().meta({ description: 'The last sign-in.' }),
    invitation_expires_at: z.iso.datetime().nullable(),
  })
  .openapi('Person');

const params = z.object({ id: z.uuid() });
const personRoute = { ...newsroomRoute, path: '/newsroom/people/{id}' as const };
const invitationRoute = { ...newsroomRoute, path: '/newsroom/people/{id}/invitation' as const };

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/people',
  method: 'get',
  summary: 'Lists the people of the newsroom by name, 20 per page',
  request: { query: z.object({ page: PageNumber }) },
  responses: {
    200: json(
      z.object({ people: z.array(Person), total: z.int(), ...pageFields }).openapi('PeoplePage'),
      'A page of people.',
    ),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const invite = createRoute({
  ...newsroomRoute,
  path: '/newsroom/people',
  method: 'post',
  summary: 'Invites someone by email',
  description: 'The link in the email is valid once and for 72 hours.',
  request: { body: jsonBody(PersonInvitation.openapi('PersonInvitation')) },
  responses: {
    201: json(Person, 'The invited person. The email is on its way.'),
    ...problems(...NEWSROOM_ERRORS, 'conflict', 'unprocessable', 'too_many'),
  },
});

const change = createRoute({
  ...personRoute,
  method: 'patch',
  summary: 'Changes the role of a person, suspends or reactivates the account',
  description:
    'A change of role takes effect at the next request of the person. A suspension ends all sessions at once. The last ' +
    'active administrator can be neither demoted nor suspended (409).',
  request: { params, body: jsonBody(PersonChange.openapi('PersonChange')) },
  responses: {
    200: json(Person, 'The changed person.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict', 'unprocessable'),
  },
});

const remove = createRoute({
  ...personRoute,
  method: 'delete',
  summary: 'Deletes the account of a person; the articles stay',
  description: 'The last active administrator cannot be removed (409).',
  request: { params },
  responses: {
    204: { description: 'Deleted. All sessions have ended.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict'),
  },
});

const resetSecondFactor = createRoute({
  ...newsroomRoute,
  path: '/newsroom/people/{id}/second-factor',
  method: 'delete',
  summary: 'Removes the second factor of a person who has lost it, and ends all sessions',
  request: { params },
  responses: {
    204: { description: 'Removed.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict'),
  },
});

const resend = createRoute({
  ...invitationRoute,
  method: 'post',
  summary: 'Sends a new link; the earlier one becomes invalid',
  request: { params },
  responses: {
    200: json(Person, 'The invited person. The email is on its way.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'too_many'),
  },
});

const withdraw = createRoute({
  ...invitationRoute,
  method: 'delete',
  summary: 'Withdraws an invitation',
  request: { params },
  responses: {
    204: { description: 'The link is invalid.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

export function peopleApi({ accounts: { people, secondFactor } }: { readonly accounts: Accounts }) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const found = await people.list(context.var.user, context.req.valid('query').page);
      return context.json({ people: found.rows.map(personJson), ...pageJson(found) }, 200);
    })
    .openapi(invite, async (context) => {
      const invited = await people.invite(context.var.user, context.req.valid('json'));
      return context.json(personJson(invited), 201);
    })
    .openapi(change, async (context) => {
      const input = { ...context.req.valid('param'), ...context.req.valid('json') };
      return context.json(personJson(await people.change(context.var.user, input)), 200);
    })
    .openapi(remove, async (context) => {
      await people.remove(context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    })
    .openapi(resetSecondFactor, async (context) => {
      await secondFactor.reset(context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    })
    .openapi(resend, async (context) => {
      const invited = await people.resend(context.var.user, context.req.valid('param').id);
      return context.json(personJson(invited), 200);
    })
    .openapi(withdraw, async (context) => {
      await people.withdraw(context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    });
}

function personJson({
  signedInAt,
  invitationExpiresAt,
  hasSecondFactor,
  ...person
}: DomainPerson): z.infer<typeof Person> {
  return {
    ...person,
    has_second_factor: hasSecondFactor,
    signed_in_at: signedInAt?.toISOString() ?? null,
    invitation_expires_at: invitationExpiresAt?.toISOString() ?? null,
  };
}
