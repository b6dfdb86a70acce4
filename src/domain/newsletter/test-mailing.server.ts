import { and, eq } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import { postMail } from '#platform/mail/posting.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { issuePreviewLink } from './links.server.ts';
import { composeNext } from './composing-next.server.ts';
import { personalise } from './composing.server.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { normaliseEmail } from './subscriber.ts';
import { newsletterIssues } from './tables.server.ts';

/** Nobody's: its links open the pages and end no subscription. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

interface TestMail {
  readonly issueId: string;
  /** Of somebody who may approve it. A test is no way to mail anybody. */
  readonly email: string;
}

/** Mails an issue as it is now to an administrator. */
export async function mailTest(
  parts: NewsletterParts,
  actor: Actor,
  { issueId, email }: TestMail,
): Promise<void> {
  requireEditor(actor);
  await parts.database.transaction(async (tx) => {
    const address = normaliseEmail(email);
    const [admin] = await tx
      .select({ email: user.email })
      .from(user)
      .innerJoin(userRoles, and(eq(userRoles.userId, user.id), eq(userRoles.role, 'admin')))
      .where(eq(user.email, address))
      .limit(1);
    if (admin === undefined)
      throw new Refusal('unprocessable', '', { fields: { email: 'No administrator has this address.' } });
    const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, issueId)).limit(1);
    if (issue === undefined) throw new Refusal('not_found', 'There is no such issue.');
    const composed = await composeNext(tx, parts, issue, issuePreviewLink(parts, issue.id));
    if (composed === null) throw new Refusal('unprocessable', 'An issue has at least one published article.');
    const mail = personalise(parts, composed, { id: NOBODY, email: admin.email });
    await postMail(tx, { ...mail, subject: `[Test] ${mail.subject}` });
  });
}
