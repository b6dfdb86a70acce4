import { z } from 'zod';
import { hasVisibleText, removeDirectionControls } from './visible-text.ts';

/**
 * One line of text in a request. Control characters and line breaks, which neither PostgreSQL nor a page can show, become
 * spaces; space around it and controls of the direction are removed.
 *
 * @param maxLength characters
 */
export const textLine = (maxLength: number) =>
  z
    .string()
    .max(maxLength, `Please use at most ${maxLength} characters`)
    .transform((text) =>
      removeDirectionControls(text.toWellFormed())
        .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim(),
    );

/** The same for a line in which something has to be visible; otherwise it is rejected with `message`. */
export const requiredTextLine = (maxLength: number, message: string) =>
  textLine(maxLength).pipe(z.string().refine(hasVisibleText, message));
