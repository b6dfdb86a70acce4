import { Refusal } from '#platform/refusal.ts';
import { COMMENT_LENGTH } from '../comment.ts';
import { lengthOf } from '../text.ts';
import type { Phase } from './phase.ts';

export const length: Phase = ({ text }) => {
  const characters = lengthOf(text);
  if (characters <= COMMENT_LENGTH) return null;
  const [most, found] = [COMMENT_LENGTH, characters].map((number) => number.toLocaleString('en-US'));
  const message = `A comment has at most ${most} characters; this one has ${found}.`;
  return { refuse: new Refusal('unprocessable', message, { fields: { comment_text: message } }) };
};
