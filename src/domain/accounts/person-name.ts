import { z } from 'zod';
import { SINGLE_LINE } from '#platform/unsafe-characters.ts';
import { hasVisibleText } from '#platform/visible-text.ts';

const NAME_MAX_LENGTH = 100;
const MISSING_NAME = 'Please enter your name';

export const PersonName = z
  .string(MISSING_NAME)
  .trim()
  .refine(hasVisibleText, MISSING_NAME)
  .max(NAME_MAX_LENGTH, `Please use at most ${NAME_MAX_LENGTH} characters`)
  .regex(SINGLE_LINE, 'Please enter a name on one line');
