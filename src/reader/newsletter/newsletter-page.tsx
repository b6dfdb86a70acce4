import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { ARCHIVE_PATH } from '#domain/newsletter/issue.ts';
import type { NewsletterTexts } from '#domain/site/site.ts';
import { Island } from '#islands/island.tsx';
import { SampleTextNote } from '../components/sample-text-note.tsx';
import { TitledSection } from '../components/titled-section.tsx';
import { renderHeadedPage } from '../headed-page.tsx';
import type { HtmlPage, ReaderPage } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';
import { SubscribeForm, type SubscribeFormProps } from './subscribe-form.tsx';
import { subscribeFormProps } from './subscribe-form-props.ts';
import { CHECK_INBOX, NO_MAIL_SERVER, STORED_TOAST, SUBSCRIBED_TOAST } from './subscribe-messages.ts';

// oxlint-disable-next-line require-await
export const newsletterPage: ReaderPage = async (publication) =>
  renderNewsletterPage(publication, { path: '/newsletter' });

/** The redirect target after a form that a browser without script submitted. */
// oxlint-disable-next-line require-await
export const subscribedPage: ReaderPage = async (publication) =>
  renderNewsletterPage(publication, {
    path: null,
    notice: <SubscribedNotice writesMailFiles={publication.writesMailFiles} />,
  });

/** The page with the submitted address and the reason why it was refused. For one reader, so it must not be stored. */
export function refusedSubscriptionPage(
  publication: Publication,
  entered: Required<Pick<SubscribeFormProps, 'email' | 'problem'>>,
): string {
  return renderNewsletterPage(publication, { path: null, entered }).body;
}

interface NewsletterPageOptions {
  readonly path: '/newsletter' | null;
  readonly notice?: ReactNode;
  readonly entered?: Pick<SubscribeFormProps, 'email' | 'problem'>;
}

function renderNewsletterPage(
  publication: Publication,
  { path, notice, entered }: NewsletterPageOptions,
): HtmlPage {
  const { newsletter, samples } = publication.site;
  return renderHeadedPage(publication, {
    styleSheet: 'secondary',
    title: 'Newsletter',
    description: newsletter.introduction,
    path,
    tags: [pageTags.site],
    content: (
      <div className="grid gap-12 pt-12 lg:grid-cols-2 lg:gap-20">
        <TitledSection name="subscribe" title="Subscribe for free">
          {notice}
          <Island
            name="subscribe-form"
            component={SubscribeForm}
            props={{ ...subscribeFormProps(publication), ...entered }}
            on="interaction"
          />
        </TitledSection>
        <Benefits benefits={newsletter.benefits} areSamples={samples.includes('newsletter_benefits')} />
      </div>
    ),
  });
}

interface BenefitsProps extends Pick<NewsletterTexts, 'benefits'> {
  readonly areSamples: boolean;
}

function Benefits({ benefits, areSamples }: BenefitsProps) {
  const archive = (
    <a className="link inline-block" href={ARCHIVE_PATH}>
      Read past issues
    </a>
  );
  if (benefits.length === 0) return <p>{archive}</p>;
  return (
    <TitledSection name="benefits" title="What you get">
      {areSamples && <SampleTextNote />}
      <ul className="benefits mt-6">
        {benefits.map((benefit) => (
          <li key={benefit}>
            <Check size={20} aria-hidden="true" />
            {benefit}
          </li>
        ))}
      </ul>
      <p className="mt-8">{archive}</p>
    </TitledSection>
  );
}

function SubscribedNotice({ writesMailFiles }: { readonly writesMailFiles: boolean }) {
  const { title, description } = writesMailFiles ? STORED_TOAST : SUBSCRIBED_TOAST;
  return (
    <p className="form-success mt-6" role="status">
      <strong>{title}</strong>
      {description}. {writesMailFiles ? NO_MAIL_SERVER : CHECK_INBOX}
    </p>
  );
}
