import { z } from 'zod';
import { cleanPlainText } from '#platform/plain-text.ts';
import { hasVisibleText } from '#platform/visible-text.ts';

/** Characters, counted as Unicode code points, as PostgreSQL does. */
export const NOTE_MAX_LENGTH = 2000;

/** Notes that an article can have. A few more can return it, so that notes never prevent that. */
export const NOTE_LIMIT = 100;
export const RETURN_LIMIT = NOTE_LIMIT + 50;

const TOO_LONG = `Please use at most ${NOTE_MAX_LENGTH.toLocaleString('en-US')} characters`;

/** The text of a note, as plain text. The API and the forms of the newsroom share it. */
export const noteText = z
  .string()
  // Before any other work; a code point is at most two UTF-16 units, and line breaks become one character.
  .max(NOTE_MAX_LENGTH * 4, TOO_LONG)
  .transform(cleanPlainText)
  .refine(hasVisibleText, 'Please write a note')
  .refine((text) => [...text].length <= NOTE_MAX_LENGTH, TOO_LONG);

export const noteInput = z.object({
  text: noteText.meta({ description: 'Plain text, at most 2,000 characters.' }),
});

/** A remark about an article for the newsroom. Never public. */
export interface ArticleNote {
  readonly id: string;
  readonly text: string;
  /** Whether an editor returned the article with it. */
  readonly isReturn: boolean;
  /** Null when the account was deleted. */
  readonly createdByName: string | null;
  readonly createdAt: Date;
}
