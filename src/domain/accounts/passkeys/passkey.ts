import { z } from 'zod';

export const MAX_PASSKEYS = 10;

const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/);

/** At most 1,023 bytes (WebAuthn, section 4). */
const CredentialId = base64url(1_364);
/** What a browser sends with both kinds of responses. Members that are not used here are dropped. */
const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') };
const ClientData = base64url(4_096);

/** The response of an authenticator that has created a passkey, as `toJSON()` of the browser returns it. */
export const Attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: ClientData,
    attestationObject: base64url(16_384),
    transports: z
      .array(
        z
          .string()
          .max(20)
          .regex(/^[a-z-]+$/),
      )
      .max(8)
      .default([]),
  }),
});
export type Attestation = z.infer<typeof Attestation>;

/** The response of an authenticator that has signed a challenge with a passkey. */
export const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: base64url(4_096),
    signature: base64url(8_192),
    userHandle: base64url(128).nullish(),
  }),
});
export type Assertion = z.infer<typeof Assertion>;

/** A passkey, as its owner sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  /** Null before the first use. */
  readonly usedAt: Date | null;
}
