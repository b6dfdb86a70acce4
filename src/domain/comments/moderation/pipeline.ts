import type { Settings } from '#domain/site/settings.ts';
import { blockedWords } from './blocked-words.ts';
import { duplicateText } from './duplicate-text.ts';
import { firstComment } from './first-comment.ts';
import { honeypot } from './honeypot.ts';
import { length } from './length.ts';
import { links } from './links.ts';
import { markup } from './markup.ts';
import type { Submission, Phase } from './phase.ts';
import type { ModerationReason } from './reasons.ts';
import { submissionSpeed } from './submission-speed.ts';

type ModerationSettings = Pick<
  Settings,
  'comment_links_allowed' | 'comment_pending_words' | 'comment_first_pending'
>;

/**
 * All phases in order: first the one that rejects. None checks whether the address has an account: authors see whether
 * their comment is published, so this would reveal who works here.
 */
export function createPipeline(settings: ModerationSettings): readonly Phase[] {
  return [
    length,
    honeypot,
    submissionSpeed,
    markup,
    links(settings.comment_links_allowed),
    blockedWords(settings.comment_pending_words),
    duplicateText,
    ...(settings.comment_first_pending ? [firstComment] : []),
  ];
}

/**
 * Runs the phases in order. Throws the error of the first phase that rejects. Otherwise returns all reasons for moderation,
 * so that the moderator sees them together; without a reason the comment is published.
 */
export function moderate(pipeline: readonly Phase[], submission: Submission): ModerationReason[] {
  const reasons: ModerationReason[] = [];
  for (const phase of pipeline) {
    const result = phase(submission);
    if (result === null) continue;
    if ('reject' in result) throw result.reject;
    reasons.push(result.flag);
  }
  return reasons;
}
