import { z } from 'zod';
import { removeUnsafe, WITHOUT_CONTROLS } from '../unsafe-characters.ts';
import { ADDRESS_MAX_LENGTH, parseEmailAddress } from './email-address.ts';

const oneLine = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(WITHOUT_CONTROLS, 'must be one line without control characters')
    .transform(removeUnsafe);
const prose = (longest: number) => z.string().min(1).max(longest).transform(removeUnsafe);

/**
 * No spaces, commas, quotes or brackets, so never more than one address. Wider than `parseEmailAddress`: an address that an earlier
 * rule accepted still gets its email.
 */
export const StoredAddress = z
  .string()
  .max(ADDRESS_MAX_LENGTH)
  .regex(/^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z\d.-]+$/u, 'Invalid email address');

export const Mailbox = z.object({ name: oneLine(200).optional(), address: StoredAddress });
export type Mailbox = Readonly<z.infer<typeof Mailbox>>;

/** A valid email. Values that allow header injection by a line break are rejected. */
export const Mail = z.object({
  to: Mailbox,
  subject: oneLine(400).pipe(z.string().min(1)),
  text: prose(200_000),
  html: prose(500_000).optional(),
  replyTo: Mailbox.optional(),
  /**
   * Additional header fields such as `List-Unsubscribe`. Standard fields (`To`, `Bcc`, `Subject` …) are not allowed.
   */
  headers: z.record(z.string().regex(/^(?:List|X)-[A-Za-z-]{1,60}$/), oneLine(900)).optional(),
});
export type Mail = Readonly<z.infer<typeof Mail>>;

/** An email to be sent. It is the same in every attempt, so that duplicates can be recognized. */
export interface OutgoingMail extends Mail {
  readonly from: Mailbox;
  readonly id: string;
  /** Without angle brackets. */
  readonly messageId: string;
  readonly date: Date;
}

/** Message-ID for an email id and a sender; deterministic. Without angle brackets. */
export function messageIdOf(id: string, { address }: Mailbox): string {
  return `${id}@${address.slice(address.lastIndexOf('@') + 1)}`;
}

/** `Meridian <editor@example.org>` or the bare address. */
export function parseMailbox(written: string): Mailbox {
  const text = written.trim();
  const start = text.endsWith('>') && !/[\r\n\u2028\u2029]/.test(text) ? text.lastIndexOf('<') : -1;
  if (start === -1) return Mailbox.parse({ address: canonical(text) });
  const [name, address] = [text.slice(0, start).trim(), canonical(text.slice(start + 1, -1))];
  const bare = name.replace(/^"(.*)"$/, '$1').trim();
  return Mailbox.parse(bare === '' ? { address } : { name: bare, address });
}

/** The domain of a sender may be internationalized. */
const canonical = (address: string): string => parseEmailAddress(address) ?? address;
