import { DomainError } from '#platform/domain-error.ts';
import { COMMENT_MAX_LENGTH, RAW_COMMENT_MAX_LENGTH } from '../comment.ts';
import { countCharacters } from '../text.ts';
import type { Phase } from './phase.ts';

export const length: Phase = ({ text }) => {
  const characters = countCharacters(text);
  return characters <= COMMENT_MAX_LENGTH ? null : { reject: tooLong(characters) };
};

/** Throws `unprocessable` for a text that is too long to be cleaned. Checks only the length, which costs nothing. */
export function checkRawLength(raw: string): void {
  if (raw.length > RAW_COMMENT_MAX_LENGTH) throw tooLong(raw.length);
}

function tooLong(characters: number): DomainError {
  const [max, actual] = [COMMENT_MAX_LENGTH, characters].map((number) => number.toLocaleString('en-US'));
  const message = `A comment can have at most ${max} characters; this one has ${actual}.`;
  return new DomainError('unprocessable', message, { fields: { comment_text: message } });
}
