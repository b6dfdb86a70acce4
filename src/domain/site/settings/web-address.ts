import { z } from 'zod';

/** Public pages and files show addresses, so these would become public. */
const hasCredentials = (address: string): boolean => {
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
};

interface WebAddressOptions {
  /** As the message names them. */
  readonly schemes?: string;
  /** Whether it may be empty. */
  readonly optional?: boolean;
}

/**
 * An address of another site that pages and files show.
 *
 * @param pattern of what it looks like. A line break, which `URL` ignores, would add a line to files such as trust.txt.
 */
export function webAddress(
  pattern: RegExp,
  { schemes = 'https://', optional = false }: WebAddressOptions = {},
) {
  const isEmpty = (address: string) => optional && address === '';
  const isAddress = (address: string) =>
    pattern.test(address) && URL.canParse(address) && address.isWellFormed();
  return z
    .string()
    .trim()
    .max(300, 'Please enter at most 300 characters.')
    .refine(
      (address) => isEmpty(address) || isAddress(address),
      `Please enter an address that starts with ${schemes}.`,
    )
    .refine(
      (address) => !URL.canParse(address) || !hasCredentials(address),
      'Please enter an address without a name and a password.',
    );
}
