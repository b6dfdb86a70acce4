import { deviceName } from '#domain/accounts/device-name.ts';

/** The name of a new passkey of this browser, which its owner can change. */
export const defaultPasskeyName = () => deviceName(navigator.userAgent) ?? 'Passkey';
