import { and, eq, inArray } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { findScope, ROLES } from '#domain/accounts/permissions.ts';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import { parseEmailAddress } from '#platform/mail/email-address.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { issuePreviewLink } from './links.server.ts';
import { composeNext } from './composing-next.server.ts';
import { personalizeIssue } from './composing.server.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { newsletterIssues } from './tables.server.ts';

/** A subscriber id that does not exist. Links with its tokens open the pages but change no subscription. */
const UNKNOWN_SUBSCRIBER = '00000000-0000-0000-0000-000000000000';

const RECIPIENT_ROLES = ROLES.filter((role) => findScope(role, 'newsletter.manage') !== null);

interface TestMail {
  readonly issueId: string;
  /** Address of an editor or administrator. Others are rejected, so that a test cannot email arbitrary addresses. */
  readonly email: string;
}

/** Sends the current version of an issue to someone who may edit it. */
export async function sendTestEmail(
  deps: NewsletterDeps,
  actor: Actor,
  { issueId, email }: TestMail,
): Promise<void> {
  requirePermission(actor, 'newsletter.manage');
  await deps.database.transaction(async (tx) => {
    const address = parseEmailAddress(email) ?? email;
    const [admin] = await tx
      .select({ email: user.email })
      .from(user)
      .innerJoin(userRoles, and(eq(userRoles.userId, user.id), inArray(userRoles.role, RECIPIENT_ROLES)))
      .where(eq(user.email, address))
      .limit(1);
    if (admin === undefined)
      throw new DomainError('unprocessable', '', {
        fields: { email: 'No editor or administrator has this address.' },
      });
    const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, issueId)).limit(1);
    if (issue === undefined) throw new DomainError('not_found', 'This issue does not exist.');
    const composed = await composeNext(tx, deps, issue, issuePreviewLink(deps, issue.id));
    if (composed === null)
      throw new DomainError('unprocessable', 'An issue needs at least one published article.');
    const mail = personalizeIssue(deps, composed, { id: UNKNOWN_SUBSCRIBER, email: admin.email });
    await enqueueMail(tx, { ...mail, subject: `[Test] ${mail.subject}` });
  });
}
