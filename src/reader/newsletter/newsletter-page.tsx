import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageTags } from '#domain/articles/tags.ts';
import { ARCHIVE_PATH } from '#domain/newsletter/issue.ts';
import { consentSentence } from '#domain/newsletter/subscriber.ts';
import { Island } from '#islands/island.tsx';
import { type HtmlPage, page, type ReaderPage } from '../answer.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import type { Publication } from '../publication.ts';
import { SubscribeForm, type SubscribeFormProps } from './subscribe-form.tsx';
import { CHECK_INBOX, SUBSCRIBED } from './subscribe-texts.ts';

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
  drawPage(publication, { path: '/newsletter' });

/** Where a browser without script is sent after the form was taken. */
// oxlint-disable-next-line require-await
export const subscribedPage: ReaderPage = async (publication) =>
  drawPage(publication, { path: null, notice: <Thanks /> });

/** The page again, with what was entered and why it was not taken. For one reader, so it is not to be kept. */
export function refusedSubscription(
  publication: Publication,
  entered: Required<Pick<SubscribeFormProps, 'email' | 'problem'>>,
): string {
  return drawPage(publication, { path: null, entered }).body;
}

interface Drawn {
  readonly path: '/newsletter' | null;
  readonly notice?: ReactNode;
  readonly entered?: Pick<SubscribeFormProps, 'email' | 'problem'>;
}

function drawPage(publication: Publication, { path, notice, entered }: Drawn): HtmlPage {
  return page(publication, {
    title: 'Newsletter',
    description: DESCRIPTION,
    path,
    tags: [pageTags.site],
    content: (
      <div className="container pb-24">
        <PageHeading title="Newsletter" description={DESCRIPTION} />
        <div className="grid gap-12 pt-12 lg:grid-cols-2 lg:gap-20">
          <section aria-labelledby="subscribe-title">
            <h2 id="subscribe-title" className="text-2xl">
              Subscribe for free
            </h2>
            {notice}
            <Island
              name="subscribe-form"
              component={SubscribeForm}
              props={{ consent: consentSentence(publication.site.name), ...entered }}
              on="interaction"
            />
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
            <p className="mt-8">
              <a className="link inline-block" href={ARCHIVE_PATH}>
                Read past issues
              </a>
            </p>
          </section>
        </div>
      </div>
    ),
  });
}

function Thanks() {
  return (
    <p className="form-done mt-6" role="status">
      <strong>{SUBSCRIBED.title}</strong>
      {SUBSCRIBED.description}. {CHECK_INBOX}
    </p>
  );
}
