import { removeUnsafe } from './unsafe-characters.ts';

/** A text with line feeds as its only control characters, without white space around it. */
export const cleanPlainText = (text: string): string => removeUnsafe(text).replaceAll('\t', ' ').trim();
