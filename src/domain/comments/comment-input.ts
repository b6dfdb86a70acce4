import { EMAIL_MAX_LENGTH } from './comment.ts';
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

/** The pattern browsers use for email fields, but with a required top-level domain. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?){1,8}$/i;

/** Addresses that differ only in case belong to one person. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** Returns a message for each invalid field; empty when the input is valid. Used by the browser and the server. */
export function validateComment({ user_email, comment_text }: CommentInput): CommentFieldErrors {
  const email = normalizeEmail(user_email);
  return {
    ...(email === '' ? { user_email: MISSING_EMAIL_MESSAGE } : emailErrors(email)),
    ...(cleanText(comment_text) === '' ? { comment_text: INVALID_FIELD_MESSAGES.comment_text } : {}),
  };
}

export const hasMissingField = ({ user_email, comment_text }: CommentInput): boolean =>
  normalizeEmail(user_email) === '' || cleanText(comment_text) === '';

function emailErrors(email: string): CommentFieldErrors {
  return email.length <= EMAIL_MAX_LENGTH && EMAIL.test(email)
    ? {}
    : { user_email: INVALID_FIELD_MESSAGES.user_email };
}
