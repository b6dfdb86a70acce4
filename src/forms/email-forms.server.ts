import { z } from 'zod';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { SubscribeInput } from '#domain/newsletter/subscribing.server.ts';
import { YOUR_DATA_PATH } from '#domain/personal-data/paths.ts';
import type { PersonalDataService } from '#domain/personal-data/personal-data.server.ts';
import { ReaderAddress } from '#domain/personal-data/reader-address.ts';
import { ADDRESS_MAX_LENGTH } from '#platform/mail/email-address.ts';
import { addressProblemOf, type EmailFormProblem } from '#reader/components/form-messages.ts';
import { refusedSubscriptionPage } from '#reader/newsletter/newsletter-page.tsx';
import { SUBSCRIBED_PATH } from '#reader/newsletter/subscribe-messages.ts';
import { refusedLinkRequestPage } from '#reader/personal-data/link-request-page.tsx';
import { LINK_REQUESTED_PATH } from '#reader/personal-data/personal-data-paths.ts';
import type { FormFields } from './form-body.server.ts';
import type { Form, FormDeps, FormError } from './form-route.server.ts';

const LinkRequestInput = z.object({ email: ReaderAddress });

/** Subscribes an address to the newsletter. */
export function subscribeForm({
  publications,
  newsletter,
}: Pick<FormDeps, 'publications'> & { readonly newsletter: Newsletter }): Form<SubscribeInput> {
  return {
    path: '/newsletter',
    schema: SubscribeInput,
    async submit(input, { honeypotValue, network }) {
      if (honeypotValue === '') await newsletter.subscribe(input, network);
      return SUBSCRIBED_PATH;
    },
    renderAgain: (fields, error) =>
      refusedSubscriptionPage(publications.current(), refusedEmail(fields, error)),
  };
}

/** Requests the link to the personal data of an address. */
export function linkRequestForm({
  publications,
  readers,
}: Pick<FormDeps, 'publications'> & { readonly readers: PersonalDataService }): Form<
  z.infer<typeof LinkRequestInput>
> {
  return {
    path: YOUR_DATA_PATH,
    schema: LinkRequestInput,
    async submit({ email }, { network }) {
      await readers.requestLink(email, network);
      return LINK_REQUESTED_PATH;
    },
    renderAgain: (fields, error) =>
      refusedLinkRequestPage(publications.current(), refusedEmail(fields, error)),
  };
}

/** The submitted address and the reason why it was refused. */
function refusedEmail({ email = '' }: FormFields, error: FormError) {
  return { email: email.slice(0, ADDRESS_MAX_LENGTH), problem: problemOf(error) };
}

function problemOf({ code, fieldErrors }: FormError): EmailFormProblem {
  if (code === 'unprocessable') return addressProblemOf(fieldErrors);
  return code === 'too_many' ? 'too_many' : 'unavailable';
}
