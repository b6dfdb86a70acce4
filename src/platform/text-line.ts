import { z } from 'zod';
import { toSingleLine } from './unsafe-characters.ts';
import { hasVisibleText } from './visible-text.ts';

/**
 * One line of text in a request, made by `toSingleLine`.
 *
 * @param maxLength characters
 */
export const textLine = (maxLength: number) =>
  z.string().max(maxLength, `Please use at most ${maxLength} characters`).transform(toSingleLine);

/** The same for a line in which something has to be visible; otherwise it is rejected with `message`. */
export const requiredTextLine = (maxLength: number, message: string) =>
  textLine(maxLength).pipe(z.string().refine(hasVisibleText, message));
