export interface ImportReport {
  readonly added: number;
  readonly known: number;
  readonly refused: number;
  /** Records are numbered from 1, without the header. */
  readonly complaints: readonly { readonly record: number; readonly reason: string }[];
}

/** Complaints that are shown. */
const SHOWN = 20;

/** What an import of a CSV list has added, and which records it has left out. */
export function ImportReportText({ report }: { readonly report: ImportReport }) {
  const { added, known, refused, complaints } = report;
  return (
    <>
      <p>
        {added.toLocaleString('en-US')} added, {known.toLocaleString('en-US')} already known,{' '}
        {refused.toLocaleString('en-US')} rejected.
      </p>
      {complaints.length > 0 && (
        <ul className="import-errors">
          {complaints.slice(0, SHOWN).map(({ record, reason }) => (
            <li key={record}>
              Record {record}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
