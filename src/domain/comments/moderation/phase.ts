import type { Refusal } from '#platform/refusal.ts';
import type { HoldReason } from './reasons.ts';

/** A comment that wants to be posted, as far as it is known. */
export interface Attempt {
  /** Cleaned. */
  readonly text: string;
  /** Lower-cased. */
  readonly email: string;
  /** What stands in the field that people do not see. */
  readonly trap: string;
  /** How long the page was open, as its script says; null from a form without script, which cannot know. */
  readonly openForMs: number | null;
}

/** What a phase thinks of an attempt: nothing, that a person should look at it, or that it must not be. */
export type Finding = { readonly hold: HoldReason } | { readonly refuse: Refusal } | null;

/** One thing to look at. What it needs beside the attempt is given when it is made. */
export type Phase = (attempt: Attempt) => Finding | Promise<Finding>;
