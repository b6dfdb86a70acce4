import type { Settings } from '#domain/site/settings.ts';
import type { Db } from '#platform/db/database.ts';
import { firstComment } from './first-comment.ts';
import { submissionSpeed } from './submission-speed.ts';
import { honeypot } from './honeypot.ts';
import { createHistoryLookup } from './comment-history.server.ts';
import { length } from './length.ts';
import { links } from './links.ts';
import { markup } from './markup.ts';
import type { Submission, Phase } from './phase.ts';
import type { ModerationReason } from './reasons.ts';
import { duplicateText } from './duplicate-text.ts';
import { blockedWords } from './blocked-words.ts';

interface PipelineDeps {
  readonly db: Db;
  readonly settings: Settings;
  readonly now: Date;
}

/**
 * All phases in order: first the one that rejects, last those that query the database. None checks whether the address has
 * an account: authors see whether their comment is published, so this would reveal who works here.
 */
export function createPipeline({ db, settings, now }: PipelineDeps): readonly Phase[] {
  const findHistory = createHistoryLookup(db, now);
  return [
    length,
    honeypot,
    submissionSpeed,
    markup,
    links(settings.comment_links_allowed),
    blockedWords(settings.comment_pending_words),
    duplicateText(findHistory),
    ...(settings.comment_first_pending ? [firstComment(findHistory)] : []),
  ];
}

/**
 * Runs the phases in order. Throws the error of the first phase that rejects. Otherwise returns all reasons for moderation,
 * so that the moderator sees them together; without a reason the comment is published.
 */
export async function moderate(
  pipeline: readonly Phase[],
  submission: Submission,
): Promise<ModerationReason[]> {
  const reasons: ModerationReason[] = [];
  for (const phase of pipeline) {
    const result = await phase(submission);
    if (result === null) continue;
    if ('reject' in result) throw result.reject;
    reasons.push(result.flag);
  }
  return reasons;
}
