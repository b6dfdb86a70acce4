import type { Phase } from './phase.ts';

/** Flags and does not reject, because some password managers fill hidden fields. */
export const honeypot: Phase = ({ honeypotValue }) => (honeypotValue === '' ? null : { flag: 'honeypot' });
