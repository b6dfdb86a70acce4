import { redactLine } from '#platform/log.server.ts';

const MAX_REASON_LENGTH = 300;

/** Reduces a response of a mail server to one line and removes addresses, which servers often repeat. */
export function sanitizeReason(reason: string): string {
  return redactLine(reason.replaceAll(/\s+/g, ' ')).slice(0, MAX_REASON_LENGTH);
}
