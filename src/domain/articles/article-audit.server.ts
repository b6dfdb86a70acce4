import type { Actor } from '#domain/accounts/actor.ts';
import type { AuditAction } from '#domain/accounts/audit/audit-event.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { ArticleRow } from './tables.server.ts';
import { titleOrUntitled } from './untitled.ts';

/** What was done with an article. `detail` is read by people, and empty for an action that says everything. */
interface ArticleEvent {
  readonly action: AuditAction;
  readonly detail?: string;
}

/**
 * Adds an event about an article to the audit log, under the title that the newsroom shows.
 *
 * @param actor null for the site itself
 */
export const auditArticle = (
  tx: Transaction,
  actor: Pick<Actor, 'userId' | 'token'> | null,
  { id, title }: Pick<ArticleRow, 'id' | 'title'>,
  event: ArticleEvent,
): Promise<void> => recordEvent(tx, actor, { ...event, object: { id, name: titleOrUntitled(title) } });
