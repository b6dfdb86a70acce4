import { hash } from 'node:crypto';
import { extractWords } from '../text.ts';

/** Characters. Shorter texts, such as "I agree!", are often repeated legitimately. */
const MIN_LENGTH = 16;

/** Fingerprint of the words of a text, which ignores case, accents and punctuation. Empty for a text too short to compare. */
export function createTextKey(text: string): string {
  const words = extractWords(text).join('');
  return words.length < MIN_LENGTH ? '' : hash('sha256', words, 'base64url').slice(0, 22);
}
