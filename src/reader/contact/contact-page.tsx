import { AtSign, Link2, Mail, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageTags } from '#domain/articles/tags.ts';
import type { Site } from '#domain/site/site.ts';
import { Field } from '#ui/field.tsx';
import { page, type ReaderPage } from '../answer.tsx';
import { INVALID_EMAIL } from '../parts/form-texts.ts';
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
        <Field label="Name" name="name" autoComplete="name" maxLength={100} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          error={INVALID_EMAIL}
        />
      </div>
      <Field label="Subject" name="subject" maxLength={200} />
      <Field label="Message" name="message" type="lines" rows={7} maxLength={10_000} />
      <button type="submit" className="button justify-self-start" disabled>
        Sending is not open yet
      </button>
    </form>
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
