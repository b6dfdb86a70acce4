import { redactLine } from '#platform/log.server.ts';

const LONGEST_REASON = 300;

/** What a mail server said, as one line without addresses: servers like to repeat them. */
export function oneLine(reason: string): string {
  return redactLine(reason.replaceAll(/\s+/g, ' ')).slice(0, LONGEST_REASON);
}
