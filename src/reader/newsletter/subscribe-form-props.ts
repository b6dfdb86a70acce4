import { consentSentence } from '#domain/newsletter/subscriber.ts';
import type { Publication } from '../publication.ts';
import type { SubscribeFormProps } from './subscribe-form.tsx';

/** The same on every page with the form. */
export function subscribeFormProps({
  site: { name, newsletter },
  writesMailFiles,
}: Pick<Publication, 'site' | 'writesMailFiles'>): SubscribeFormProps {
  return {
    consent: consentSentence(name),
    note: newsletter.note,
    ...(writesMailFiles && { isWithoutMail: true }),
  };
}
