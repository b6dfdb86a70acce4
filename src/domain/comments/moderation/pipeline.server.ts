import type { Settings } from '#domain/site/settings.ts';
import type { Db } from '#platform/db/database.ts';
import { firstComment } from './first-comment.ts';
import { haste } from './haste.ts';
import { honeypot } from './honeypot.ts';
import { knownAbout } from './known.server.ts';
import { length } from './length.ts';
import { links } from './links.ts';
import { markup } from './markup.ts';
import type { Attempt, Phase } from './phase.ts';
import type { HoldReason } from './reasons.ts';
import { repetition } from './repetition.ts';
import { words } from './words.ts';

interface PipelineParts {
  readonly db: Db;
  readonly settings: Settings;
  readonly now: Date;
}

/**
 * Every phase, in order: those that refuse before those that hold, those that ask the database last. None asks whether an
 * address has an account: the writer sees whether the comment is shown, and would learn who works here.
 */
export function phases({ db, settings, now }: PipelineParts): readonly Phase[] {
  const known = knownAbout(db, now);
  return [
    length,
    honeypot,
    haste,
    markup,
    links(settings.comment_links_allowed),
    words(settings.comment_held_words),
    repetition(known),
    ...(settings.comment_first_held ? [firstComment(known)] : []),
  ];
}

/**
 * Asks one phase after the other. Throws what the first one that refuses says; otherwise returns why the comment is to be
 * held, all reasons at once so that a moderator sees them together. None: it is published.
 */
export async function moderate(pipeline: readonly Phase[], attempt: Attempt): Promise<HoldReason[]> {
  const reasons: HoldReason[] = [];
  for (const phase of pipeline) {
    const finding = await phase(attempt);
    if (finding === null) continue;
    if ('refuse' in finding) throw finding.refuse;
    reasons.push(finding.hold);
  }
  return reasons;
}
