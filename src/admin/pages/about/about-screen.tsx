import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ExternalLink } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { AboutForm } from './about-form.tsx';
import { aboutQuery } from './about-queries.ts';

/** The About page: its blocks, and the link to the public page. It is always published, and can have a draft. */
export function AboutScreen({ onBack }: { readonly onBack: () => void }) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const page = useQuery(aboutQuery);
  // The screen replaces the list, and with it the element that had the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel page-screen" aria-labelledby={titleId}>
      <button type="button" className="button button-plain button-small justify-self-start" onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        All pages
      </button>
      <div className="list-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          About
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {page.data?.is_draft === true && <StateBadge state="draft" />}
          <a className="button button-plain button-small" href="/about">
            <ExternalLink size={15} aria-hidden="true" />
            View page
          </a>
        </div>
      </div>
      <p className="settings-note">
        {'{name}'} stands for the name of the publication. Readers see a draft only after it is published.
      </p>
      {page.data !== undefined ? (
        <AboutForm page={page.data} />
      ) : page.isError ? (
        <LoadFailure text="Failed to load page" onRetry={page.refetch} />
      ) : (
        <Spinner label="Loading page..." />
      )}
    </section>
  );
}
