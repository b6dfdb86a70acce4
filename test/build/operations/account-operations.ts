import { PASSWORD } from '../../accounts.ts';
import { totpCode } from '../../totp.ts';
import type { OperationRun, Operations } from '../operation-run.ts';

const MEMBER = { name: 'Mary Member', email: 'mary@news.example' };
const NEW_EMAIL = 'mary.member@news.example';
const NEW_PASSWORD = 'ten tall storks wading';

/** The body of a sign-in with the password of all accounts. */
export const credentialsOf = ({ email }: { readonly email: string }) => ({ email, password: PASSWORD });

/** A request of the member, who signs up, changes everything and leaves. */
const asMember = (body: Readonly<Record<string, unknown>> = {}) => ({ as: 'member', body });

const verification = async (run: OperationRun) => ({
  token: await run.mailedToken(MEMBER.email, 'verification'),
});

/** The password and a recovery code, which is valid once. */
const proofOf = (run: OperationRun, operation: string) => ({
  current_password: PASSWORD,
  code: run.last(operation).recovery_codes[0],
});

const staff: Operations = [
  ['post /sessions', 200, ({ site }) => ({ as: 'admin', body: credentialsOf(site.admin) })],
  ['post /sessions', 200, ({ site }) => ({ as: 'author', body: credentialsOf(site.author) })],
];

const signUp: Operations = [
  ['post /accounts', 201, { body: { ...MEMBER, password: PASSWORD } }],
  ['post /email-verifications/lookup', 200, async (run) => ({ body: await verification(run) })],
  [
    'post /email-verifications',
    204,
    async (run) => ({ body: { ...(await verification(run)), password: PASSWORD } }),
  ],
  ['post /sessions', 200, asMember(credentialsOf(MEMBER))],
  [
    'post /sessions/refresh',
    200,
    (run) => asMember({ refresh_token: run.last('post /sessions').refresh_token }),
  ],
  ['get /jwks.json', 200],
];

const ownAccount: Operations = [
  ['get /account', 200, asMember()],
  ['patch /account', 204, asMember({ name: 'Mary M.' })],
  ['put /account/password', 204, asMember({ current_password: PASSWORD, password: NEW_PASSWORD })],
  ['post /account/email-changes', 202, asMember({ current_password: NEW_PASSWORD, email: NEW_EMAIL })],
  [
    'post /email-changes/confirmation',
    204,
    async (run) => ({ body: { token: await run.mailedToken(NEW_EMAIL, 'address') } }),
  ],
  ['post /password-resets', 202, { body: { email: NEW_EMAIL } }],
  [
    'post /password-resets/completion',
    204,
    async (run) => ({ body: { token: await run.mailedToken(NEW_EMAIL, 'reset'), password: PASSWORD } }),
  ],
  ['post /sessions', 200, { as: 'elsewhere', body: credentialsOf({ email: NEW_EMAIL }) }],
  ['post /sessions', 200, asMember(credentialsOf({ email: NEW_EMAIL }))],
  ['get /account/sessions', 200, asMember()],
  [
    'delete /account/sessions/{id}',
    204,
    (run) => {
      const elsewhere = run.last('get /account/sessions').sessions.find((session) => !session.is_current);
      return { as: 'member', path: { id: elsewhere?.id ?? '' } };
    },
  ],
  ['delete /account/sessions', 204, asMember()],
];

const authenticatorApp: Operations = [
  ['get /account/second-factor', 200, asMember()],
  ['post /account/second-factor', 200, asMember({ current_password: PASSWORD })],
  [
    'put /account/second-factor',
    200,
    (run) => asMember({ code: totpCode(run.last('post /account/second-factor').secret, new Date()) }),
  ],
  [
    'post /account/second-factor/recovery-codes',
    200,
    (run) => asMember(proofOf(run, 'put /account/second-factor')),
  ],
  [
    'post /account/second-factor/removal',
    204,
    (run) => asMember(proofOf(run, 'post /account/second-factor/recovery-codes')),
  ],
];

const passkeys: Operations = [
  ['post /account/passkeys/options', 200, asMember({ current_password: PASSWORD })],
  [
    'post /account/passkeys',
    201,
    (run) =>
      asMember({ name: 'Phone', passkey: run.createPasskey('member', 'post /account/passkeys/options') }),
  ],
  ['get /account/passkeys', 200, asMember()],
  ['patch /account/passkeys/{id}', 200, asMember({ name: 'Blue phone' })],
  ['post /sessions/passkey/options', 200],
  [
    'post /sessions/passkey',
    200,
    (run) => asMember({ passkey: run.usePasskey('member', 'post /sessions/passkey/options') }),
  ],
  ['post /account/passkeys/proof', 200, asMember()],
  [
    'post /account/passkeys/{id}/removal',
    204,
    (run) => asMember({ passkey: run.usePasskey('member', 'post /account/passkeys/proof') }),
  ],
  ['delete /sessions/current', 204, asMember()],
];

/** First: the others need the sessions. */
export const ACCOUNT_OPERATIONS: Operations = [
  ...staff,
  ...signUp,
  ...ownAccount,
  ...authenticatorApp,
  ...passkeys,
];
