import { createHmac } from 'node:crypto';

/** No vowels and no look-alikes: four of them never spell a word and never get misread. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ23456789';

/**
 * "Reader K7F2": the same for every comment from one address on one article, and another on any other article. Of no use
 * for finding the address without the key.
 */
export function pseudonymFor(articleId: string, email: string, key: string): string {
  const digest = createHmac('sha256', key).update(`${articleId}\n${email.trim().toLowerCase()}`).digest();
  const letters = Array.from({ length: 4 }, (_, i) => ALPHABET.charAt((digest[i] ?? 0) % ALPHABET.length));
  return `Reader ${letters.join('')}`;
}
