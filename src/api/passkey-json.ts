import { z } from '@hono/zod-openapi';

const Descriptor = z.object({
  id: z.string().meta({ description: 'In base64url.' }),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

const challenge = z.string().meta({ description: 'In base64url. It can be answered once.' });
const timeout = z.int().meta({ description: 'In milliseconds.' });

/** `PublicKeyCredentialCreationOptionsJSON` (WebAuthn, section 5.1.9). */
export const CreationOptions = z
  .object({
    challenge,
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout,
    attestation: z.literal('none'),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  })
  .openapi('PasskeyCreationOptions');

/** `PublicKeyCredentialRequestOptionsJSON` (WebAuthn, section 5.1.10). */
export const RequestOptions = z
  .object({
    challenge,
    rpId: z.string(),
    timeout,
    userVerification: z.literal('required'),
    allowCredentials: z.array(Descriptor),
  })
  .openapi('PasskeyRequestOptions');
