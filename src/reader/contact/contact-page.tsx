import { AtSign, Link2, Mail, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageTags } from '#domain/articles/tags.ts';
import type { Site } from '#domain/site/site.ts';
import { page, type ReaderPage } from '../answer.tsx';
import { PageHeading } from '../parts/page-heading.tsx';

const DESCRIPTION =
  'A correction, a tip, a question, a piece you would like to write: every message is read.';

// oxlint-disable-next-line require-await
export const contactPage: ReaderPage = async (publication) =>
  page(publication, {
    title: 'Contact',
    description: DESCRIPTION,
    path: '/contact',
    tags: [pageTags.site],
    content: (
      <div className="container pb-24">
        <PageHeading title="Let's Connect" description={DESCRIPTION} />
        <div className="grid gap-14 pt-12 lg:grid-cols-[1.5fr_1fr] lg:gap-20">
          <section aria-labelledby="message-title">
            <h2 id="message-title" className="text-2xl">
              Send a message
            </h2>
            <ContactForm />
          </section>
          <ContactDetails owner={publication.site.owner} />
        </div>
      </div>
    ),
  });

/** Drawn with its fields; sending is not there yet, and the button says so. */
function ContactForm() {
  return (
    <form className="mt-6 grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="name" label="Name" autoComplete="name" maxLength={100} />
        <TextField name="email" label="Email" type="email" autoComplete="email" maxLength={254} />
      </div>
      <TextField name="subject" label="Subject" maxLength={200} />
      <div className="field">
        <label htmlFor="contact-message">Message</label>
        <textarea id="contact-message" name="message" required maxLength={10_000} rows={7} />
      </div>
      <button type="submit" className="button justify-self-start" disabled>
        Sending is not open yet
      </button>
    </form>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email';
  readonly autoComplete?: string;
  readonly maxLength: number;
}

function TextField({ name, label, type = 'text', autoComplete = 'off', maxLength }: TextFieldProps) {
  const id = `contact-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={name} type={type} autoComplete={autoComplete} required maxLength={maxLength} />
    </div>
  );
}

function ContactDetails({ owner }: { readonly owner: Site['owner'] }) {
  return (
    <section aria-labelledby="details-title">
      <h2 id="details-title" className="text-2xl">
        Other ways
      </h2>
      <ul className="mt-6 grid gap-5">
        <Detail icon={<Mail size={20} aria-hidden="true" />} label="Email">
          <a className="link" href={`mailto:${owner.email}`}>
            {owner.email}
          </a>
        </Detail>
        {owner.address.length > 0 && (
          <Detail icon={<MapPin size={20} aria-hidden="true" />} label="Post">
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
          <Detail icon={<AtSign size={20} aria-hidden="true" />} label="Elsewhere">
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
    </section>
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
      <div>
        <p className="text-sm font-semibold text-ink">{label}</p>
        {children}
      </div>
    </li>
  );
}
