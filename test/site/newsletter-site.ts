import { eq } from 'drizzle-orm';
import { newsletterSubscribers as subscribers } from '#domain/newsletter/tables.server.ts';
import { submitForm } from '../newsletter.ts';
import { prepareMailSite } from './mail-site.ts';

/** A site to whose newsletter readers subscribe. */
export function prepareNewsletterSite(databaseKind: 'embedded' | 'server') {
  const env = { TRUST_PROXY: '1', SITE_NAME: 'The <Daily>', SITE_ADDRESS: '1 High Street; Ur' };
  const site = prepareMailSite({ databaseKind, start: '2026-05-04T12:00:00Z', env });
  return Object.assign(site, {
    signUp: (email: string, headers = site.fromNewNetwork()) =>
      submitForm(site.app, '/newsletter', { email }, headers),
    /** The row of an address. */
    async stored(email: string) {
      const { db } = site.app.database;
      const [row] = await db.select().from(subscribers).where(eq(subscribers.email, email));
      return row;
    },
  });
}
