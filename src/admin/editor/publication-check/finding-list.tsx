import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { formatCount } from '#ui/format-count.ts';
import { CheckSection } from './check-section.tsx';
import type { CheckFinding, PublicationCheck } from './load-check.ts';

interface FindingListProps {
  readonly check: Pick<PublicationCheck, 'findings' | 'omitted'>;
  /** Brings the editor to what the finding is about. */
  readonly onOpen: (finding: CheckFinding) => void;
}

/** What should be corrected before publishing. */
export function FindingList({ check: { findings, omitted }, onOpen }: FindingListProps) {
  return (
    <CheckSection title="Checklist">
      <p role="status" className="check-summary">
        {summaryOf(findings)}
      </p>
      {findings.length > 0 && (
        <ul className="check-findings">
          {findings.map((finding, index) => (
            // Two findings can be the same in every other respect.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} data-severity={finding.severity}>
              <Finding finding={finding} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {omitted > 0 && <p>{formatCount(omitted, 'similar finding')} not listed.</p>}
    </CheckSection>
  );
}

function summaryOf(findings: PublicationCheck['findings']) {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  if (findings.length === 0)
    return (
      <>
        <CircleCheck size={18} aria-hidden="true" />
        Nothing to correct.
      </>
    );
  return [
    ...(errors > 0 ? [`${formatCount(errors, 'problem')} to correct before publishing.`] : []),
    ...(warnings > 0 ? [`${formatCount(warnings, 'suggestion')}.`] : []),
  ].join(' ');
}

function Finding({ finding, onOpen }: { readonly finding: CheckFinding } & Pick<FindingListProps, 'onOpen'>) {
  const { severity, message, excerpt, field } = finding;
  const Icon = severity === 'error' ? CircleAlert : Info;
  return (
    <>
      <Icon size={18} aria-hidden="true" />
      <div className="check-finding-text">
        <p>
          <strong>{severity === 'error' ? 'Problem' : 'Suggestion'}:</strong> {message}
        </p>
        {excerpt !== '' && (
          <p className="check-excerpt" dir="auto">
            {excerpt}
          </p>
        )}
      </div>
      <button type="button" className="button button-secondary button-small" onClick={() => onOpen(finding)}>
        {PLACES[field ?? 'notes'] ?? 'Show'}
        <span className="visually-hidden">: {message}</span>
      </button>
    </>
  );
}

/** Labels of the buttons, by field. */
const PLACES: Readonly<Record<string, string>> = {
  title: 'Edit title',
  slug: 'Edit slug',
  excerpt: 'Edit excerpt',
  content: 'Show in text',
  image: 'Edit picture',
  image_alt: 'Edit alt text',
  category_slug: 'Edit category',
  lang: 'Edit language',
  tags: 'Edit tags',
  read_time: 'Edit read time',
  bylines: 'Edit authors',
  author_name: 'Edit authors',
  author_image: 'Edit authors',
  notes: 'Show notes',
};
