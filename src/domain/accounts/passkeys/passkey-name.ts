import { PersonName } from '../account.ts';

export const PASSKEY_NAME_MAX_LENGTH = 60;

const TOO_LONG = `Please use at most ${PASSKEY_NAME_MAX_LENGTH} characters`;

/** By which the owner tells the passkeys of the account apart. */
export const PasskeyName = PersonName.refine((name) => name.length <= PASSKEY_NAME_MAX_LENGTH, TOO_LONG);
