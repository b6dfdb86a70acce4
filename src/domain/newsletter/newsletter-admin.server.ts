import type { Actor } from '#domain/accounts/actor.ts';
import { approveIssue, undoApproval } from './approving.server.ts';
import { draftIssue } from './drafting.server.ts';
import { discardIssue, type IssueInput, type IssueVersion, saveIssue } from './editing.server.ts';
import { listCandidates, previewIssue } from './newsroom-issues.server.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { resendUnknown } from './sending/resending.server.ts';
import { stopSending } from './sending/stopping.server.ts';
import { exportSubscribers } from './subscribers/exporting.server.ts';
import {
  exportRefused,
  type ImportInput,
  importSubscribers,
  previewImport,
} from './subscribers/import/import-subscribers.server.ts';
import { blockSubscriber, deleteSubscriber } from './subscribers/removing.server.ts';
import {
  discardDeferredConfirmations,
  sendDeferredConfirmations,
} from './subscribers/deferred-confirmations.server.ts';
import { sendTestEmail } from './test-email.server.ts';

/** Newsletter commands and queries for administrators. Every command checks the role of the actor. */
export type NewsletterAdmin = ReturnType<typeof createNewsletterAdmin>;

export function createNewsletterAdmin(deps: NewsletterDeps) {
  return {
    draft: (actor: Actor) => draftIssue(deps, actor),
    save: (actor: Actor, version: IssueVersion, input: IssueInput) => saveIssue(deps, actor, version, input),
    discard: (actor: Actor, id: string) => discardIssue(deps, actor, id),
    approve: (actor: Actor, version: IssueVersion) => approveIssue(deps, actor, version),
    undo: (actor: Actor, id: string) => undoApproval(deps, actor, id),
    sendTestEmail: (actor: Actor, issueId: string, email: string) =>
      sendTestEmail(deps, actor, { issueId, email }),
    stop: (actor: Actor, id: string) => stopSending(deps, actor, id),
    resendUnknown: (actor: Actor, id: string) => resendUnknown(deps, actor, id),
    candidates: (id: string) => listCandidates(deps, id),
    preview: (id: string) => previewIssue(deps, id),
    importSubscribers: (actor: Actor, input: ImportInput) => importSubscribers(deps, actor, input),
    previewImport: (actor: Actor, input: ImportInput) => previewImport(deps, actor, input),
    exportRefused: (actor: Actor, input: ImportInput) => exportRefused(deps, actor, input),
    exportSubscribers: (actor: Actor) => exportSubscribers(deps.database, actor),
    deleteSubscriber: (actor: Actor, id: string) => deleteSubscriber(deps, actor, id),
    blockSubscriber: (actor: Actor, input: { id: string; blocked: boolean }) =>
      blockSubscriber(deps, actor, input),
    sendDeferredConfirmations: (actor: Actor) => sendDeferredConfirmations(deps, actor),
    discardDeferredConfirmations: (actor: Actor) => discardDeferredConfirmations(deps, actor),
    /** Whether the configured mail transport can send an issue. */
    canSend: deps.mail.supportsHtml,
  };
}
