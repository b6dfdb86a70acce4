import { Check } from 'lucide-react';
import { pageTags } from '#domain/articles/tags.ts';
import { Field } from '#ui/field.tsx';
import { page, type ReaderPage } from '../answer.tsx';
import { INVALID_EMAIL } from '../parts/form-texts.ts';
import { PageHeading } from '../parts/page-heading.tsx';

const DESCRIPTION = 'The week, read slowly: one letter with the pieces worth your time, and why they are.';

const BENEFITS = [
  'The week’s most important analysis in one letter, on one morning.',
  'African affairs and global politics side by side, as they are in life.',
  'Context before commentary: what happened, what it follows from, what to watch.',
  'Every piece free to read, for you and for anyone you send it to.',
  'No advertising, no tracking, and one click to leave.',
];

// oxlint-disable-next-line require-await
export const newsletterPage: ReaderPage = async (publication) =>
  page(publication, {
    title: 'Newsletter',
    description: DESCRIPTION,
    path: '/newsletter',
    tags: [pageTags.site],
    content: (
      <div className="container pb-24">
        <PageHeading title="Newsletter" description={DESCRIPTION} />
        <div className="grid gap-12 pt-12 lg:grid-cols-2 lg:gap-20">
          <section aria-labelledby="subscribe-title">
            <h2 id="subscribe-title" className="text-2xl">
              Subscribe for free
            </h2>
            <SubscribeForm />
          </section>
          <section aria-labelledby="benefits-title">
            <h2 id="benefits-title" className="text-2xl">
              What you get
            </h2>
            <ul className="benefits mt-6">
              {BENEFITS.map((benefit) => (
                <li key={benefit}>
                  <Check size={20} aria-hidden="true" />
                  {benefit}
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    ),
  });

/** Drawn with its field; signing up is not there yet, and the button says so. */
function SubscribeForm() {
  return (
    <form className="mt-6 grid gap-4">
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        placeholder="you@example.com"
        maxLength={254}
        error={INVALID_EMAIL}
      />
      <button type="submit" className="button" disabled>
        Subscribing is not open yet
      </button>
      <p className="text-sm text-muted">Free • Weekly • Unsubscribe anytime</p>
    </form>
  );
}
