import {
  COLUMN_MEANINGS,
  type ColumnMeaning,
} from '#domain/newsletter/subscribers/import/column-meanings.ts';
import { DATE_ORDERS, type DateOrder } from '#domain/newsletter/subscribers/import/list-dates.ts';
import { SelectField } from '../../components/field.tsx';
import type { ImportPreview, ListToImport } from './import-requests.ts';

const MEANING_LABELS: Readonly<Record<ColumnMeaning, string>> = {
  email: 'Email address',
  status: 'Status',
  consent: 'Consent text',
  subscribed_at: 'Date of the sign-up',
  confirmed_at: 'Date of the confirmation',
  unsubscribed_at: 'Date of unsubscribing',
  opt_out: 'Yes or a date: gets no emails',
  opt_in: 'Yes: gets emails',
  spam_report: 'Report of spam: blocked',
  ignore: 'Not imported',
};
const MEANINGS = COLUMN_MEANINGS.map((value) => ({ value, label: MEANING_LABELS[value] }));
const UNDECIDED = { value: '', label: 'Please choose' };

const DATE_ORDER_LABELS: Readonly<Record<DateOrder, string>> = {
  month_first: 'Month first: March 4',
  day_first: 'Day first: 3 April',
};
const ORDERS = DATE_ORDERS.map((value) => ({ value, label: DATE_ORDER_LABELS[value] }));

interface ImportColumnsProps extends Pick<ListToImport, 'meanings' | 'dateOrder'> {
  readonly preview: ImportPreview;
  readonly onMeaning: (index: number, meaning: ColumnMeaning) => void;
  readonly onDateOrder: (order: DateOrder) => void;
}

/** What each column of the list means. */
export function ImportColumns({ preview, meanings, dateOrder, onMeaning, onDateOrder }: ImportColumnsProps) {
  return (
    <section aria-labelledby="import-columns">
      <h3 id="import-columns" className="import-heading">
        Columns
      </h3>
      <div className="import-columns">
        {preview.columns.map((column, index) => {
          const isUnclear = column.is_unclear && meanings[index] === undefined;
          return (
            <SelectField
              // oxlint-disable-next-line react/no-array-index-key -- the columns of a list have a fixed order, and names may be equal
              key={index}
              label={column.name}
              hint={exampleOf(preview, index)}
              value={isUnclear ? '' : (meanings[index] ?? column.meaning)}
              options={isUnclear ? [UNDECIDED, ...MEANINGS] : MEANINGS}
              error={isUnclear ? 'This column may say who has unsubscribed.' : undefined}
              onChange={(value) => {
                const meaning = COLUMN_MEANINGS.find((known) => known === value);
                if (meaning !== undefined) onMeaning(index, meaning);
              }}
            />
          );
        })}
        {(preview.date_order === null || dateOrder !== null) && (
          <SelectField
            label="Dates such as 03/04/2024"
            value={dateOrder ?? ''}
            options={dateOrder === null ? [UNDECIDED, ...ORDERS] : ORDERS}
            error={dateOrder === null ? 'Can be read in two ways.' : undefined}
            onChange={(value) => {
              const order = DATE_ORDERS.find((known) => known === value);
              if (order !== undefined) onDateOrder(order);
            }}
          />
        )}
      </div>
    </section>
  );
}

/** Characters of an example. */
const EXAMPLE_LENGTH = 40;

function exampleOf({ rows }: ImportPreview, index: number): string | undefined {
  const value = rows.map(({ values }) => values[index] ?? '').find((text) => text.trim() !== '');
  if (value === undefined) return undefined;
  return value.length > EXAMPLE_LENGTH ? `${value.slice(0, EXAMPLE_LENGTH)}…` : value;
}
