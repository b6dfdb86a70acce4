import { type RefObject, useId } from 'react';

interface CsvFileFieldProps {
  /** What the file contains, and the limits. */
  readonly hint: string;
  /** Further file name extensions, such as `.txt`. */
  readonly accept?: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChange: (file: File | null) => void;
}

/** The choice of a CSV file. */
export function CsvFileField({ hint, accept = '', input, onChange }: CsvFileFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Import CSV</label>
      <input
        id={id}
        ref={input}
        type="file"
        accept={`.csv,text/csv${accept}`}
        aria-describedby={`${id}hint`}
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
      <p id={`${id}hint`} className="field-hint">
        {hint}
      </p>
    </div>
  );
}
