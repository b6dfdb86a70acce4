import type { ImportReport } from '#platform/import-report.ts';

/** Errors that are shown. */
const SHOWN = 20;

/** What an import of a CSV list has added, and which records it has left out. */
export function ImportReportText({ report }: { readonly report: ImportReport }) {
  const { added, known, refused, errors } = report;
  return (
    <>
      <p>
        {added.toLocaleString('en-US')} added, {known.toLocaleString('en-US')} already known,{' '}
        {refused.toLocaleString('en-US')} rejected.
      </p>
      <RecordErrors errors={errors} />
    </>
  );
}

/** Why the first records are refused. */
export function RecordErrors({ errors }: Pick<ImportReport, 'errors'>) {
  if (errors.length === 0) return null;
  return (
    <ul className="import-errors">
      {errors.slice(0, SHOWN).map(({ record, reason }) => (
        <li key={record}>
          Record {record}: {reason}
        </li>
      ))}
    </ul>
  );
}
