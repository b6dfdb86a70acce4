import { z } from 'zod';
import { hasVisibleText } from '#platform/visible-text.ts';

const NAME_MAX_LENGTH = 100;
const MISSING_NAME = 'Please enter your name';

export const PersonName = z
  .string(MISSING_NAME)
  .trim()
  .refine(hasVisibleText, MISSING_NAME)
  .max(NAME_MAX_LENGTH, `Please use at most ${NAME_MAX_LENGTH} characters`)
  // Names appear in emails and lists, where a line break or a bidirectional control character could forge content.
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u, 'Please enter a name on one line');
