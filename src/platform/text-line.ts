import { z } from 'zod';
import { hasVisibleText, removeDirectionControls } from './visible-text.ts';

/**
 * Text without control characters, line breaks and the two line separators of Unicode. A line break in a header field of an email
 * would begin another field (RFC 5322, section 2.2).
 */
export const SINGLE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;

/**
 * A single line without controls of the direction. In lists and emails, a line break or a character that changes the direction of
 * what follows could forge content.
 */
export const UNDIRECTED_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;

/** Replaces what `SINGLE_LINE` excludes by spaces, and lone surrogates, which PostgreSQL rejects, by U+FFFD. Trims. */
export const toSingleLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

/**
 * One line of text in a request, made by `toSingleLine`, without controls of the direction.
 *
 * @param maxLength characters
 */
export const textLine = (maxLength: number) =>
  z
    .string()
    .max(maxLength, `Please use at most ${maxLength} characters`)
    .transform((text) => toSingleLine(removeDirectionControls(text)));

/** The same for a line in which something has to be visible; otherwise it is rejected with `message`. */
export const requiredTextLine = (maxLength: number, message: string) =>
  textLine(maxLength).pipe(z.string().refine(hasVisibleText, message));
