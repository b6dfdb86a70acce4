import { extractWords } from '../text.ts';
import type { Phase } from './phase.ts';

/** Flags a text that contains a listed word or phrase. Matches whole words only: "class" does not match "classic". */
export const blockedWords = (list: readonly string[]): Phase => {
  const phrases = list.map(withSpaces).filter((phrase) => phrase.trim() !== '');
  return ({ text }) => {
    const words = withSpaces(text);
    return phrases.some((phrase) => words.includes(phrase)) ? { flag: 'words' } : null;
  };
};

const withSpaces = (text: string): string => ` ${extractWords(text).join(' ')} `;
