import { eq } from 'drizzle-orm';
import { newsletterDeliveries, newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import type { Database } from '#platform/db/database.ts';

/** The deliveries of an issue. The email is null after the subscriber was deleted. */
export const listDeliveries = ({ db }: Pick<Database, 'db'>, issueId: string) =>
  db
    .select({
      id: newsletterDeliveries.id,
      status: newsletterDeliveries.status,
      email: newsletterSubscribers.email,
    })
    .from(newsletterDeliveries)
    .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
    .where(eq(newsletterDeliveries.issueId, issueId));
