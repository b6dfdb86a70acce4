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
  /** What stands in it from the start. */
  readonly value?: string;
  /** The server found `value` unfit: the error is there from the start. */
  readonly isInvalid?: boolean;
}

/** A required field with its label, and what there is to say about it. */
export function Field(props: FieldProps) {
  const { label, name, type = 'text', rows, hint, error, value, isInvalid = false, ...input } = props;
  const id = useId();
  // The error describes only what is wrong: it would be read out, hidden or not.
  const described = [...(hint === undefined ? [] : [`${id}hint`]), ...(isInvalid ? [`${id}error`] : [])];
  const control = {
    ...input,
    id,
    name,
    required: true,
    // An address is always written from left to right.
    dir: type === 'email' ? undefined : 'auto',
    defaultValue: value,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': described.join(' ') || undefined,
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
