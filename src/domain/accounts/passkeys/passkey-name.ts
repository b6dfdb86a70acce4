import { z } from 'zod';
import { PersonName } from '../person-name.ts';
import { Attestation } from './passkey.ts';

export const PASSKEY_NAME_MAX_LENGTH = 60;

const TOO_LONG = `Please use at most ${PASSKEY_NAME_MAX_LENGTH} characters`;

/** By which the owner tells the passkeys of the account apart. */
export const PasskeyName = PersonName.refine((name) => name.length <= PASSKEY_NAME_MAX_LENGTH, TOO_LONG);

/** A passkey that an authenticator has created, with its name. */
export const NewPasskeyInput = z.strictObject({ name: PasskeyName, attestation: Attestation });
export type NewPasskeyInput = z.infer<typeof NewPasskeyInput>;
