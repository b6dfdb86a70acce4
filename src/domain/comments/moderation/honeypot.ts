import type { Phase } from './phase.ts';

/** Held and not refused: now and then it is a password manager that fills what it finds. */
export const honeypot: Phase = ({ trap }) => (trap === '' ? null : { hold: 'honeypot' });
