import { wordsOf } from '../text.ts';
import type { Phase } from './phase.ts';

/** Whole words and phrases, so that "class" is not found in "classic". */
export const words = (held: readonly string[]): Phase => {
  const phrases = held.map(spaced).filter((phrase) => phrase.trim() !== '');
  return ({ text }) => {
    const said = spaced(text);
    return phrases.some((phrase) => said.includes(phrase)) ? { hold: 'words' } : null;
  };
};

const spaced = (text: string): string => ` ${wordsOf(text).join(' ')} `;
