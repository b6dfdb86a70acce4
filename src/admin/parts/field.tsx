import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';

interface FrameProps {
  readonly label: string;
  /** Stands under the field from the start. */
  readonly hint?: ReactNode;
  /** What is wrong with what was entered. */
  readonly error?: string | undefined;
}

/** What a control needs to belong to its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A label, a control, and what there is to say about it. */
export function FieldFrame({
  label,
  hint,
  error,
  children,
}: FrameProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [hint === undefined ? '' : `${id}hint`, error === undefined ? '' : `${id}error`];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described.filter((entry) => entry !== '').join(' ') || undefined,
      })}
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

export function TextField({ label, hint, error, ...input }: FrameProps & ComponentPropsWithRef<'input'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => <input type="text" dir="auto" {...input} {...control} />}
    </FieldFrame>
  );
}

export function TextArea({ label, hint, error, ...area }: FrameProps & ComponentPropsWithRef<'textarea'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => <textarea dir="auto" {...area} {...control} />}
    </FieldFrame>
  );
}

interface SelectFieldProps extends FrameProps {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, hint, error, value, options, onChange }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
