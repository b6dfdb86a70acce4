import { useId } from 'react';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  /** `text` unless said otherwise; `lines` is a box of several. */
  readonly type?: 'text' | 'email' | 'lines';
  readonly autoComplete?: string;
  readonly placeholder?: string;
  /** Characters. */
  readonly maxLength: number;
  /** Height of a box of several lines. */
  readonly rows?: number;
  /** Stands under the field from the start. */
  readonly hint?: string;
  /** Appears when the browser finds what was entered unfit. */
  readonly error?: string;
}

/** A required field with its label, and what there is to say about it. */
export function Field({ label, name, type = 'text', rows, hint, error, ...input }: FieldProps) {
  const id = useId();
  const control = {
    ...input,
    id,
    name,
    required: true,
    'aria-describedby': hint === undefined ? undefined : `${id}hint`,
    // Not a description: that would be read out before anything is wrong, hidden or not.
    'aria-errormessage': error === undefined ? undefined : `${id}error`,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {type === 'lines' ? <textarea {...control} rows={rows} /> : <input {...control} type={type} />}
      {hint !== undefined && (
        <p id={`${id}hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
