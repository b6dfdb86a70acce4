import { Hono } from 'hono';
import type { ContactRecipient } from '#domain/site/contact-recipient.server.ts';
import { RECIPIENT_PATH } from '#domain/site/recipient-path.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { invalidRecipientPage, recipientPage } from '#reader/contact/recipient-page.tsx';
import type { FormDeps } from './form-route.server.ts';
import { handleLinkErrors, PRIVATE_HEADERS, readToken, seeOther } from './link-response.server.ts';

export interface RecipientLinkOptions extends Pick<FormDeps, 'publications' | 'log'> {
  readonly contactRecipient: Pick<ContactRecipient, 'find' | 'confirm'>;
}

/** The page behind the link that confirms the recipient of contact messages. A GET never changes data. */
export function recipientLinkRoute(options: RecipientLinkOptions): Hono {
  const { publications, contactRecipient } = options;
  const app = new Hono()
    .get(RECIPIENT_PATH, async (context) => {
      const token = readToken(context);
      const found = await contactRecipient.find(token);
      const body = recipientPage(publications.current(), { ...found, token });
      return context.html(body, 200, PRIVATE_HEADERS);
    })
    .post(RECIPIENT_PATH, limitBody(), async (context) => {
      const token = readToken(context);
      await contactRecipient.confirm(token);
      return seeOther(context, `${RECIPIENT_PATH}?token=${token}`);
    });
  app.onError(handleLinkErrors(options, (reason) => invalidRecipientPage(publications.current(), reason)));
  return app;
}
