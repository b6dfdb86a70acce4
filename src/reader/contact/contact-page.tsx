import { AtSign, Link2, Mail, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { Site } from '#domain/site/site.ts';
import { Island } from '#islands/island.tsx';
import { SampleTextNote } from '../components/sample-text-note.tsx';
import { TitledSection } from '../components/titled-section.tsx';
import { renderHeadedPage } from '../headed-page.tsx';
import type { HtmlPage, ReaderPage } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';
import { ContactForm, type ContactFormProps } from './contact-form.tsx';
import { sendFailedToast, SENT_TOAST } from './contact-form-messages.ts';

// oxlint-disable-next-line require-await
export const contactPage: ReaderPage = async (publication) =>
  renderContactPage(publication, { title: 'Contact', path: '/contact' });

// oxlint-disable-next-line require-await
export const contactSentPage: ReaderPage = async (publication) =>
  renderContactPage(publication, { title: SENT_TOAST.title, path: null, notice: <SentNotice /> });

/** The page with the submitted values and the errors. For one reader, so it must not be stored. */
export function refusedContactPage(
  publication: Publication,
  entered: NonNullable<ContactFormProps['entered']>,
): string {
  const hasFieldErrors = Object.keys(entered.fieldErrors).length > 0;
  const notice = hasFieldErrors ? (
    <InvalidFieldsNotice />
  ) : (
    <SendFailedNotice email={publication.site.owner.email} />
  );
  const title = hasFieldErrors ? 'Please check the form' : 'Failed to Send';
  return renderContactPage(publication, { title, path: null, notice, entered }).body;
}

interface ContactPageOptions {
  readonly title: string;
  readonly path: '/contact' | null;
  readonly notice?: ReactNode;
  readonly entered?: NonNullable<ContactFormProps['entered']>;
}

function renderContactPage(
  publication: Publication,
  { title, path, notice, entered }: ContactPageOptions,
): HtmlPage {
  const { owner, samples } = publication.site;
  return renderHeadedPage(publication, {
    title,
    heading: { title: "Let's Connect" },
    description: owner.introduction,
    path,
    tags: [pageTags.site],
    content: (
      <div className="grid gap-14 pt-12 lg:grid-cols-[1.5fr_1fr] lg:gap-20">
        <TitledSection name="message" title="Send a message">
          {notice}
          <Island
            name="contact-form"
            component={ContactForm}
            props={{ email: owner.email, ...(entered ? { entered } : {}) }}
            on="interaction"
          />
        </TitledSection>
        <ContactDetails owner={owner} areSamples={samples.some((name) => name.startsWith('contact_'))} />
      </div>
    ),
  });
}

function SentNotice() {
  return (
    <p className="form-success mt-6" role="status">
      <strong>{SENT_TOAST.title}</strong>
      {SENT_TOAST.description}
    </p>
  );
}

function InvalidFieldsNotice() {
  return (
    <p className="form-alert mt-6" role="alert">
      Your message was not sent: please check the marked fields.
    </p>
  );
}

function SendFailedNotice({ email }: { readonly email: string }) {
  const { title, description } = sendFailedToast(email);
  return (
    <p className="form-alert mt-6" role="alert">
      <strong>{title}.</strong> {description}
    </p>
  );
}

interface ContactDetailsProps {
  readonly owner: Site['owner'];
  /** Whether some of them are invented. */
  readonly areSamples: boolean;
}

function ContactDetails({ owner, areSamples }: ContactDetailsProps) {
  return (
    <TitledSection name="details" title="Other ways to reach us">
      {areSamples && <SampleTextNote />}
      <ul className="mt-6 grid gap-5">
        <Detail icon={<Mail size={20} aria-hidden="true" />} label="Email">
          <a className="link inline-block" href={`mailto:${owner.email}`}>
            {owner.email}
          </a>
        </Detail>
        {owner.address.length > 0 && (
          <Detail icon={<MapPin size={20} aria-hidden="true" />} label="Postal address">
            <address className="not-italic">
              {owner.address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
          </Detail>
        )}
        {owner.social.length > 0 && (
          <Detail icon={<AtSign size={20} aria-hidden="true" />} label="Social media">
            <ul>
              {owner.social.map((social) => (
                <li key={social.url}>
                  <a
                    className="link inline-flex min-h-8 items-center gap-1.5"
                    href={social.url}
                    rel="noopener me"
                  >
                    <Link2 size={16} aria-hidden="true" />
                    {social.label}
                  </a>
                </li>
              ))}
            </ul>
          </Detail>
        )}
      </ul>
    </TitledSection>
  );
}

interface DetailProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
}

function Detail({ icon, label, children }: DetailProps) {
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3">
      <span className="mt-0.5 text-accent">{icon}</span>
      <div className="wrap-anywhere">
        <p className="text-sm font-semibold text-ink">{label}</p>
        {children}
      </div>
    </li>
  );
}
