import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** By which secret scanners recognize a token. */
export const TOKEN_PREFIX = 'mer_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 190 random bits. */
const SECRET_LENGTH = 32;
/** 62⁶ is more than 2³². */
const CHECKSUM_LENGTH = 6;
/** The prefix, and as many digits as secret and checksum have. */
const PATTERN = /^mer_[0-9A-Za-z]{38}$/;
/** The prefix and four characters: 166 random bits remain unknown. */
const START_LENGTH = TOKEN_PREFIX.length + 4;

/** `mer_`, 32 random characters, and a checksum of both in 6 characters. */
export function generateToken(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => DIGITS.charAt(randomInt(DIGITS.length)));
  const text = TOKEN_PREFIX + secret.join('');
  return text + checksum(text);
}

/** Whether this can be a token: a typing error or a truncated copy is recognized without a query. */
export function isWellFormed(token: string): boolean {
  if (!PATTERN.test(token)) return false;
  return checksum(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);
}

/** A fast hash is enough: a random token cannot be guessed from it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const startOf = (token: string): string => token.slice(0, START_LENGTH);

/** CRC-32 in base 62. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
