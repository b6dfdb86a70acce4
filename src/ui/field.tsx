import { type FormEvent, type ReactNode, useId } from 'react';
import { FieldTexts } from './field-texts.tsx';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  /** Default `text`; `textarea` has several lines. */
  readonly type?: 'text' | 'email' | 'textarea';
  readonly autoComplete?: string;
  readonly placeholder?: string;
  /** In characters. */
  readonly maxLength: number;
  /** Height of a textarea in lines. */
  readonly rows?: number;
  /** Help text below the field. */
  readonly hint?: string;
  /** Error message, shown when the browser or `isInvalid` marks the value as invalid. */
  readonly error?: ReactNode;
  /** The initial value. */
  readonly value?: string;
  /** The server refused `value`: the error is shown initially. */
  readonly isInvalid?: boolean;
  /** In a form without an island, only the server checks an address: browsers refuse letters such as ü before the @. */
  readonly isCheckedByServer?: boolean;
  /** Whether a value is valid although the browser refuses it, such as an address with ü before the @. */
  readonly accepts?: (value: string) => boolean;
}

/** A required field with its label, hint and error message. */
export function Field(props: FieldProps) {
  const {
    label,
    name,
    type = 'text',
    rows,
    hint,
    error,
    value,
    isInvalid = false,
    isCheckedByServer,
    accepts,
    ...input
  } = props;
  const id = useId();
  // Screen readers announce a description even if it is hidden, so the error is one only when the value is invalid.
  const described = [...(hint === undefined ? [] : [`${id}hint`]), ...(isInvalid ? [`${id}error`] : [])];
  const control = {
    ...input,
    id,
    name,
    required: true,
    // An email address is always left to right.
    dir: type === 'email' ? undefined : 'auto',
    defaultValue: value,
    'aria-invalid': isInvalid || (isCheckedByServer === true ? false : undefined),
    'aria-describedby': described.join(' ') || undefined,
    'aria-errormessage': error === undefined ? undefined : `${id}error`,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {type === 'textarea' ? (
        <textarea {...control} rows={rows} />
      ) : (
        <input {...control} type={type} onInput={accepts && ((event) => overrideBrowser(event, accepts))} />
      )}
      <FieldTexts id={id} hint={hint} error={error} />
    </div>
  );
}

/** The browser refuses this value, and `accepts` does not. `aria-invalid` prevails over what the browser says. */
function overrideBrowser(
  { currentTarget: input }: FormEvent<HTMLInputElement>,
  accepts: (value: string) => boolean,
): void {
  if (input.getAttribute('aria-invalid') === 'true') return;
  if (input.validity.typeMismatch && accepts(input.value)) input.setAttribute('aria-invalid', 'false');
  else input.removeAttribute('aria-invalid');
}
