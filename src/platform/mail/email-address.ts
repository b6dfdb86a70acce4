/** Characters, in the canonical form; the limit of SMTP (RFC 5321, section 4.5.3.1.3). */
export const ADDRESS_MAX_LENGTH = 254;

/** Octets in UTF-8 (RFC 5321, section 4.5.3.1.1). */
const LOCAL_PART_MAX_LENGTH = 64;

/** What browsers accept in `type=email`, and letters, marks and digits of every script (RFC 6531), without quotes. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u;
const MISPLACED_DOT = /^\.|\.\.|\.$/;

/** Nothing that the host parser of `URL` would decode, cut off or take for an IPv4 address in hexadecimal. */
const INTERNATIONAL_DOMAIN = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
/** Not numeric, so that no IPv4 address is a domain. */
const TOP_LEVEL_LABEL = /^(?!\d+$)..+$/;

const ASCII = /^\p{ASCII}*$/u;

/**
 * The canonical form of an email address, in which one person has one address: without surrounding spaces, in lower case, the
 * local part in Unicode normalization form C, the domain as A-labels (`info@xn--mller-kva.example`). Null if it is no address of
 * a domain with at least two labels. The rule is the same in browsers and on the server.
 */
export function parseEmailAddress(text: string): string | null {
  const address = text.trim();
  // Half a character more, because an A-label may be shorter than what was typed, for example with full-width letters.
  if (address.length > 2 * ADDRESS_MAX_LENGTH) return null;
  const at = address.lastIndexOf('@');
  if (at === -1) return null;
  const local = parseLocalPart(address.slice(0, at));
  const domain = parseDomain(address.slice(at + 1));
  if (local === null || domain === null) return null;
  const canonical = `${local}@${domain}`;
  return canonical.length <= ADDRESS_MAX_LENGTH ? canonical : null;
}

export const isEmailAddress = (text: string): boolean => parseEmailAddress(text) !== null;

function parseLocalPart(text: string): string | null {
  const local = text.normalize('NFC').toLowerCase().normalize('NFC');
  const isValid =
    LOCAL_PART.test(local) &&
    !MISPLACED_DOT.test(local) &&
    new TextEncoder().encode(local).length <= LOCAL_PART_MAX_LENGTH;
  return isValid ? local : null;
}

function parseDomain(text: string): string | null {
  const domain = ASCII.test(text) ? text.toLowerCase() : toALabels(text);
  const labels = domain?.split('.') ?? [];
  const isValid =
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL_LABEL.test(labels.at(-1) ?? '');
  return domain !== null && isValid ? domain : null;
}

/** The conversion of the WHATWG URL standard (UTS #46), which browsers and Node.js share. */
function toALabels(domain: string): string | null {
  if (!INTERNATIONAL_DOMAIN.test(domain) || !URL.canParse(`http://${domain}`)) return null;
  return new URL(`http://${domain}`).hostname;
}

/** The forms in which a part of an address, typed into a search, occurs in canonical addresses. */
export function addressSearchTexts(text: string): string[] {
  const typed = text.normalize('NFC').toLowerCase();
  const at = typed.lastIndexOf('@') + 1;
  const domain = toALabels(typed.slice(at));
  return ASCII.test(typed) || domain === null ? [typed] : [typed, typed.slice(0, at) + domain];
}

/** Whether the mail server has to support SMTPUTF8 (RFC 6531) to deliver to a canonical address. */
export const needsSmtpUtf8 = (address: string): boolean => !ASCII.test(address);

/** Shown if the mail server of the site is known not to support it. */
export const UNDELIVERABLE_ADDRESS =
  'We cannot send email to this address, because our mail server accepts only plain letters, digits and signs before the @. Please use another address.';
