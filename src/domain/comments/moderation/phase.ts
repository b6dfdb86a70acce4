import type { DomainError } from '#platform/domain-error.ts';
import type { ModerationReason } from './reasons.ts';

/** What earlier comments reveal about a submission. */
export interface CommentHistory {
  /** The same text was posted within a day: on any article, from any address, even if it has been deleted since. */
  readonly isDuplicate: boolean;
  /** The address has a published comment. */
  readonly hasPublishedBefore: boolean;
}

/** A comment to be moderated before it is stored. */
export interface Submission {
  /** After `cleanText`. */
  readonly text: string;
  /** Value of the honeypot field, which is hidden from people. */
  readonly honeypotValue: string;
  /** Milliseconds the page was open, as reported by its script. Null from a form without script. */
  readonly timeOnPageMs: number | null;
  readonly history: CommentHistory;
}

/** Null: no objection. `flag`: a moderator has to approve the comment. `reject`: the comment is not stored. */
export type PhaseResult = { readonly flag: ModerationReason } | { readonly reject: DomainError } | null;

/** One check of the pipeline. Settings it needs are passed to its factory. */
export type Phase = (submission: Submission) => PhaseResult;
