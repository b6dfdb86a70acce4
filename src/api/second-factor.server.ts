import { createRoute, z } from '@hono/zod-openapi';
import { SecondFactorCode } from '#domain/accounts/account.ts';
import { Assertion } from '#domain/accounts/passkeys/passkey.ts';
import { CurrentPassword } from '#domain/accounts/own-account/own-account-input.ts';
import { networkOf } from '#http/network.server.ts';
import type { AccountsApiDeps } from './accounts.server.ts';
import { accountRoute, requireSignIn, type SignedInEnv } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { PASSWORD_ERRORS } from './openapi/password-errors.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

export const Enrolment = z
  .object({
    secret: z.string().meta({ description: 'In base32.' }),
    uri: z.string().meta({ description: 'An `otpauth:` URI, for a QR code.' }),
  })
  .openapi('SecondFactorEnrolment');

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).openapi('RecoveryCodes', {
  description: 'Ten codes, each of which works once. They are not shown again.',
});

const route = { ...accountRoute, path: '/account/second-factor' as const };

/** The proof of who sends a request. The domain checks which of the members the account needs. */
export const proofFields = {
  current_password: CurrentPassword.optional(),
  code: SecondFactorCode.optional(),
  passkey: Assertion.optional(),
};

export const hasProof = ({
  current_password: password,
  passkey,
}: {
  readonly current_password?: unknown;
  readonly passkey?: unknown;
}): boolean => password !== undefined || passkey !== undefined;

export const MISSING_PROOF = { path: ['current_password'], message: 'Please enter your password' };

/** What a change of the second factors needs. */
export const Proof = z
  .strictObject(proofFields)
  .refine(hasProof, MISSING_PROOF)
  .openapi('SecondFactorProof', {
    description:
      '`current_password`, with `code` as well if the account has a second factor; or `passkey` alone, which is both.',
  });
/** A change for which the account proves itself. */
export const proofRoute = {
  ...accountRoute,
  method: 'post' as const,
  request: { body: jsonBody(Proof) },
};

const show = createRoute({
  ...route,
  method: 'get',
  summary: 'Tells whether the signed-in account has a second factor',
  responses: {
    200: json(
      z.object({
        is_enabled: z.boolean().meta({ description: 'Whether the account has any second factor.' }),
        has_app: z.boolean().meta({ description: 'Whether an authenticator app is set up.' }),
        passkey_count: z.int(),
        is_required: z.boolean().meta({ description: 'Whether the role of the account requires one.' }),
        recovery_codes_left: z.int(),
      }),
      'The second factor.',
    ),
    ...problems('unauthenticated'),
  },
});

const begin = createRoute({
  ...proofRoute,
  path: '/account/second-factor',
  summary: 'Starts setting up an authenticator app (TOTP, RFC 6238)',
  responses: {
    200: json(Enrolment, 'The secret for the app. A first code must confirm it.'),
    ...problems('invalid', 'unauthenticated', 'conflict', 'unprocessable', 'too_many', 'unavailable'),
  },
});

const confirm = createRoute({
  ...route,
  method: 'put',
  summary: 'Enables the second factor with a first code, and ends all other sessions',
  request: { body: jsonBody(z.strictObject({ code: SecondFactorCode })) },
  responses: {
    200: json(RecoveryCodes, 'The recovery codes.'),
    ...problems('invalid', 'unauthenticated', 'conflict', 'unprocessable', 'too_many'),
  },
});

const disable = createRoute({
  ...proofRoute,
  path: '/account/second-factor/removal',
  summary: 'Removes the authenticator app, unless it is the last second factor and the role requires one',
  responses: {
    204: { description: 'It is removed.' },
    ...problems(...PASSWORD_ERRORS),
  },
});

const renew = createRoute({
  ...proofRoute,
  path: '/account/second-factor/recovery-codes',
  summary: 'Replaces the recovery codes',
  responses: {
    200: json(RecoveryCodes, 'The new recovery codes.'),
    ...problems('invalid', 'unauthenticated', 'conflict', 'unprocessable', 'too_many', 'unavailable'),
  },
});

export function secondFactorApi({ accounts, trustProxy }: AccountsApiDeps) {
  const { secondFactor } = accounts;
  const router = apiRouter<SignedInEnv>();
  router.use('/account/*', requireSignIn(accounts));
  return router
    .openapi(show, async (context) => {
      const status = await secondFactor.status(context.var.user);
      const { isEnabled, hasApp, passkeyCount, isRequired, recoveryCodesLeft } = status;
      return context.json(
        {
          is_enabled: isEnabled,
          has_app: hasApp,
          passkey_count: passkeyCount,
          is_required: isRequired,
          recovery_codes_left: recoveryCodesLeft,
        },
        200,
      );
    })
    .openapi(begin, async (context) => {
      const proof = { ...context.req.valid('json'), network: networkOf(context, trustProxy) };
      return context.json(await secondFactor.begin(context.var.user, proof), 200);
    })
    .openapi(confirm, async (context) => {
      const input = { ...context.req.valid('json'), network: networkOf(context, trustProxy) };
      const codes = await secondFactor.confirm(context.var.user, input);
      return context.json({ recovery_codes: [...codes] }, 200);
    })
    .openapi(disable, async (context) => {
      const proof = { ...context.req.valid('json'), network: networkOf(context, trustProxy) };
      await secondFactor.disable(context.var.user, proof);
      return context.body(null, 204);
    })
    .openapi(renew, async (context) => {
      const proof = { ...context.req.valid('json'), network: networkOf(context, trustProxy) };
      const codes = await secondFactor.renewRecoveryCodes(context.var.user, proof);
      return context.json({ recovery_codes: [...codes] }, 200);
    });
}
