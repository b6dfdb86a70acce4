import { PASSWORD } from '../../accounts.ts';
import { DAY_MS } from '#platform/durations.ts';
import type { OperationRun, Operations } from '../operation-run.ts';
import { credentialsOf } from './account-operations.ts';

const TOKEN = {
  name: 'Import',
  scopes: ['articles:read'],
  expires_on: new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10),
  current_password: PASSWORD,
};

/** A change of the author by an administrator. */
const ofAuthor = ({ site }: OperationRun) => ({ path: { id: site.author.id } });

const apiTokens: Operations = [
  ['post /account/api-tokens', 201, { body: TOKEN }],
  ['get /account/api-tokens', 200],
  ['delete /account/api-tokens/{id}', 204],
  ['post /account/api-tokens', 201, { as: 'author', body: TOKEN }],
  ['get /newsroom/people/{id}/api-tokens', 200, ofAuthor],
  [
    'delete /newsroom/people/{id}/api-tokens/{token}',
    204,
    (run) => ({ path: { id: run.site.author.id, token: run.id('/account/api-tokens') } }),
  ],
];

/** The author adds a passkey in the sign-in, because the role requires a second factor from here on. */
const enrolment: Operations = [
  ['patch /newsroom/settings', 200, { body: { account_second_factor_roles: ['author'] } }],
  ['post /sessions/second-factor', 200, ({ site }) => ({ body: credentialsOf(site.author) })],
  ['post /sessions/second-factor/passkey', 200, ({ site }) => ({ body: credentialsOf(site.author) })],
  [
    'post /sessions',
    200,
    (run) => {
      const attestation = run.createPasskey('author', 'post /sessions/second-factor/passkey');
      const body = { ...credentialsOf(run.site.author), new_passkey: { name: 'Phone', attestation } };
      return { as: 'author', body };
    },
  ],
];

const people: Operations = [
  ['post /newsroom/people', 201, { body: { email: 'ivy@news.example', role: 'author' } }],
  ['get /newsroom/people', 200],
  ['post /newsroom/people/{id}/invitation', 200],
  ['delete /newsroom/people/{id}/invitation', 204],
  ['delete /newsroom/people/{id}/second-factor', 204, ofAuthor],
  ['patch /newsroom/people/{id}', 200, (run) => ({ ...ofAuthor(run), body: { role: 'editor' } })],
  ['delete /newsroom/people/{id}', 204, ofAuthor],
  ['get /newsroom/audit/events', 200],
  ['get /newsroom/audit/events.csv', 200],
];

/** After everything that needs the author. */
export const PEOPLE_OPERATIONS: Operations = [...apiTokens, ...enrolment, ...people];
