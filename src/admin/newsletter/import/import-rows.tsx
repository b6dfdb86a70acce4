import type { ImportPreview } from './import-requests.ts';

const OUTCOME_LABELS: Readonly<Record<ImportPreview['rows'][number]['outcome'], string>> = {
  confirmed: 'Confirmed',
  unconfirmed: 'Unconfirmed',
  opted_out: 'Opted out',
  known: 'Already there',
  refused: 'Refused',
};

/** The first records of the list, and what becomes of them. */
export function ImportRows({ preview: { rows, columns, total } }: { readonly preview: ImportPreview }) {
  return (
    <div>
      <h3 id="import-rows" className="import-heading">
        First {rows.length.toLocaleString('en-US')} of {total.toLocaleString('en-US')} records
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className="import-rows" role="region" aria-labelledby="import-rows" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Result</th>
              {columns.map(({ name }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- names may be equal
                <th key={index} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ record, values, outcome }) => (
              <tr key={record}>
                <th scope="row">{OUTCOME_LABELS[outcome]}</th>
                {columns.map((_, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the columns have a fixed order
                  <td key={index} dir="auto">
                    {values[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
