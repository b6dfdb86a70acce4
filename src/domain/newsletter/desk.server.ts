import type { Actor } from '#domain/accounts/actor.ts';
import { approveIssue, undoApproval } from './approving.server.ts';
import { draftIssue } from './drafting.server.ts';
import { discardIssue, type IssueInput, type IssueVersion, saveIssue } from './editing.server.ts';
import { listCandidates, previewIssue } from './newsroom-issues.server.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { resendUnknown } from './sending/resending.server.ts';
import { stopSending } from './sending/stopping.server.ts';
import { exportSubscribers } from './subscribers/exporting.server.ts';
import { importSubscribers } from './subscribers/importing.server.ts';
import type { ImportedAs } from './subscriber.ts';
import { blockSubscriber, deleteSubscriber } from './subscribers/removing.server.ts';
import { discardWithheld, releaseWithheld } from './subscribers/withheld.server.ts';
import { mailTest } from './test-mailing.server.ts';

/** What the newsroom does with the newsletter. Every command asks whether the actor may. */
export type NewsletterDesk = ReturnType<typeof createDesk>;

export function createDesk(parts: NewsletterParts) {
  return {
    draft: (actor: Actor) => draftIssue(parts, actor),
    save: (actor: Actor, version: IssueVersion, input: IssueInput) => saveIssue(parts, actor, version, input),
    discard: (actor: Actor, id: string) => discardIssue(parts, actor, id),
    approve: (actor: Actor, version: IssueVersion) => approveIssue(parts, actor, version),
    undo: (actor: Actor, id: string) => undoApproval(parts, actor, id),
    mailTest: (actor: Actor, issueId: string, email: string) => mailTest(parts, actor, { issueId, email }),
    stop: (actor: Actor, id: string) => stopSending(parts, actor, id),
    resendUnknown: (actor: Actor, id: string) => resendUnknown(parts, actor, id),
    candidates: (id: string) => listCandidates(parts, id),
    preview: (id: string) => previewIssue(parts, id),
    importSubscribers: (actor: Actor, given: { text: AsyncIterable<string>; as: ImportedAs }) =>
      importSubscribers(parts, actor, given),
    exportSubscribers: (actor: Actor) => exportSubscribers(parts.database.db, actor),
    deleteSubscriber: (actor: Actor, id: string) => deleteSubscriber(parts, actor, id),
    blockSubscriber: (actor: Actor, given: { id: string; blocked: boolean }) =>
      blockSubscriber(parts, actor, given),
    releaseWithheld: (actor: Actor) => releaseWithheld(parts, actor),
    discardWithheld: (actor: Actor) => discardWithheld(parts, actor),
    /** Whether the mail transport of the settings can carry an issue. */
    canSend: parts.mail.isComplete,
  };
}
