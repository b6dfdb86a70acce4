import { createHmac } from 'node:crypto';

/** Without vowels and look-alikes, so that four characters spell no word and are not misread. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789';

/**
 * Derives a pseudonym such as "Reader K7F2" from address and article: all comments of one address on one article share it,
 * and another article has another one. Without the key it reveals nothing about the address.
 */
export function pseudonymFor(articleId: string, email: string, key: string): string {
  const digest = createHmac('sha256', key).update(`${articleId}\n${email.trim().toLowerCase()}`).digest();
  const letters = Array.from({ length: 4 }, (_, i) => ALPHABET.charAt((digest[i] ?? 0) % ALPHABET.length));
  return `Reader ${letters.join('')}`;
}
