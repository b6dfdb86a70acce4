import { z } from 'zod';
import { removeUnsafe, SINGLE_LINE } from '#platform/unsafe-characters.ts';
import { hasVisibleText } from '#platform/visible-text.ts';
import type { IdentityVariable } from '#platform/config.server.ts';

/** A value that the newsroom can change at runtime. */
export interface Setting<Type extends z.ZodType = z.ZodType> {
  readonly schema: Type;
  /** The value until it is changed. */
  readonly default: z.output<Type>;
  /** The name of the field in the newsroom. */
  readonly label: string;
  /** What the value does, for the newsroom and the API. */
  readonly description: string;
  /** An environment variable that, if set, replaces the stored value and locks it. */
  readonly variable?: IdentityVariable;
}

/** Checks a setting without widening its type. */
export function setting<Type extends z.ZodType>(
  definition: Omit<Setting<Type>, 'default'> & { readonly default: NoInfer<z.output<Type>> },
): Setting<Type> {
  return definition;
}

/** One line of text of at most `max` characters; empty if it is optional. */
export function line(max: number, { optional = false } = {}) {
  return z
    .string()
    .overwrite(removeUnsafe)
    .trim()
    .max(max, `Please enter at most ${max} characters.`)
    .regex(SINGLE_LINE, 'Please enter one line without control characters.')
    .refine((text) => hasVisibleText(text) || (optional && text === ''), 'Please enter a text.');
}

/** A whole number of days. */
export function days(max: number) {
  const message = `Please enter a number of days from 1 to ${max}.`;
  return z.int(message).min(1, message).max(max, message);
}

/** At most ten years. Settings without a limit use null. */
export const DAYS_UP_TO_10_YEARS = days(3650);
export const DAYS_UP_TO_1_YEAR = days(365);
