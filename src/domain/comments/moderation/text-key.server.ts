import { hash } from 'node:crypto';
import { wordsOf } from '../text.ts';

/** Characters. "I agree!" may be said by anybody twice. */
const TELLING = 16;

/** The same for texts that say the same in other signs; empty for one too short to tell. */
export function textKeyOf(text: string): string {
  const said = wordsOf(text).join('');
  return said.length < TELLING ? '' : hash('sha256', said, 'base64url').slice(0, 22);
}
