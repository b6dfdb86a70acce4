import { parseEmailAddress } from '#platform/mail/email-address.ts';
import { cleanText } from './text.ts';

/** Values of the comment form. The fields have the names of the API. */
export interface CommentInput {
  readonly user_email: string;
  readonly comment_text: string;
}

export type CommentField = keyof CommentInput;
export type CommentFieldErrors = Readonly<Partial<Record<CommentField, string>>>;

/** Message for the whole form when a required field is empty. */
export const REQUIRED_FIELDS_MESSAGE = 'Email and comment are required';

/** Message beside an email field that is empty. */
export const MISSING_EMAIL_MESSAGE = 'Please enter your email.';

/** Messages beside a field with an invalid value. */
export const INVALID_FIELD_MESSAGES = {
  user_email: 'Please enter a complete email address, such as you@example.com.',
  comment_text: 'Please write a comment.',
} as const satisfies Record<CommentField, string>;

/** Returns a message for each invalid field; empty when the input is valid. Used by the browser and the server. */
export function validateComment({ user_email, comment_text }: CommentInput): CommentFieldErrors {
  return {
    ...(user_email.trim() === '' ? { user_email: MISSING_EMAIL_MESSAGE } : emailErrors(user_email)),
    ...(cleanText(comment_text) === '' ? { comment_text: INVALID_FIELD_MESSAGES.comment_text } : {}),
  };
}

export const hasMissingField = ({ user_email, comment_text }: CommentInput): boolean =>
  user_email.trim() === '' || cleanText(comment_text) === '';

function emailErrors(email: string): CommentFieldErrors {
  return parseEmailAddress(email) === null ? { user_email: INVALID_FIELD_MESSAGES.user_email } : {};
}
