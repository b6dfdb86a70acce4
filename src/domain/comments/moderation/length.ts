import { Refusal } from '#platform/refusal.ts';
import { COMMENT_LENGTH, RAW_COMMENT_LENGTH } from '../comment.ts';
import { lengthOf } from '../text.ts';
import type { Phase } from './phase.ts';

export const length: Phase = ({ text }) => {
  const characters = lengthOf(text);
  return characters <= COMMENT_LENGTH ? null : { refuse: tooLong(characters) };
};

/** Refuses (`unprocessable`) what is too long even to be cleaned. Looks at nothing but the length. */
export function checkRawLength(raw: string): void {
  if (raw.length > RAW_COMMENT_LENGTH) throw tooLong(raw.length);
}

function tooLong(characters: number): Refusal {
  const [most, found] = [COMMENT_LENGTH, characters].map((number) => number.toLocaleString('en-US'));
  const message = `A comment has at most ${most} characters; this one has ${found}.`;
  return new Refusal('unprocessable', message, { fields: { comment_text: message } });
}
