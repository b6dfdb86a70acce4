import { ADDRESS_LENGTH } from './comment.ts';
import { cleanText } from './text.ts';

/** What somebody has typed into the form; the fields are called as in the API. */
export interface TypedComment {
  readonly user_email: string;
  readonly comment_text: string;
}

export type TypedField = keyof TypedComment;
export type TypedFaults = Readonly<Partial<Record<TypedField, string>>>;

/** Said of the whole form when something in it is missing. */
export const FIELDS_MISSING = 'Email and comment are required';

/** Said beside a field. */
export const UNFIT = {
  user_email: 'Please enter a whole email address, such as you@example.com.',
  comment_text: 'Please write a comment.',
} as const satisfies Record<TypedField, string>;

/** As browsers check the field, with an ending asked for as well: comments come from the internet. */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?){1,8}$/i;

/** Addresses that differ in case only belong to one person. */
export const identityOf = (address: string): string => address.trim().toLowerCase();

/** What is wrong with which field; nothing when it may be sent. The same in the browser and on the server. */
export function faultsOf({ user_email, comment_text }: TypedComment): TypedFaults {
  const address = identityOf(user_email);
  return {
    ...(address === '' ? { user_email: 'Please enter your email.' } : addressFaults(address)),
    ...(cleanText(comment_text) === '' ? { comment_text: UNFIT.comment_text } : {}),
  };
}

export const isMissing = ({ user_email, comment_text }: TypedComment): boolean =>
  identityOf(user_email) === '' || cleanText(comment_text) === '';

function addressFaults(address: string): TypedFaults {
  return address.length <= ADDRESS_LENGTH && ADDRESS.test(address) ? {} : { user_email: UNFIT.user_email };
}
