import { redactLine } from '#platform/log.server.ts';

/**
 * Reduces the message of an error or a server to one line that can be stored: without addresses, which servers often repeat, and without
 * control characters, of which PostgreSQL rejects NUL, so that the outcome could not be recorded.
 */
export const sanitizeReason = (reason: string, maxLength = 300): string =>
  redactLine(reason.replaceAll(/[\s\p{Cc}]+/gu, ' ')).slice(0, maxLength);
