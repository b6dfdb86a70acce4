import { type ComponentPropsWithRef, type ReactNode, useContext, useId } from 'react';
import { FieldTexts } from '#ui/field-texts.tsx';
import { ReadOnlyFormContext } from './read-only-form.ts';

interface FieldProps {
  readonly label: string;
  /** The help text below the field. */
  readonly hint?: ReactNode;
  /** The validation error below the field. */
  readonly error?: string | undefined;
}

/** The attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** The layout of a label, a control, its hint and its error. */
export function FieldLayout({
  label,
  hint,
  error,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const descriptionIds = [hint === undefined ? '' : `${id}hint`, error === undefined ? '' : `${id}error`];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': descriptionIds.filter((entry) => entry !== '').join(' ') || undefined,
      })}
      <FieldTexts id={id} hint={hint} error={error} />
    </div>
  );
}

export function TextField({ label, hint, error, ...input }: FieldProps & ComponentPropsWithRef<'input'>) {
  const isReadOnly = useContext(ReadOnlyFormContext);
  return (
    <FieldLayout label={label} hint={hint} error={error}>
      {(control) => <input type="text" dir="auto" readOnly={isReadOnly} {...input} {...control} />}
    </FieldLayout>
  );
}

export function TextArea({ label, hint, error, ...area }: FieldProps & ComponentPropsWithRef<'textarea'>) {
  const isReadOnly = useContext(ReadOnlyFormContext);
  return (
    <FieldLayout label={label} hint={hint} error={error}>
      {(control) => <textarea dir="auto" readOnly={isReadOnly} {...area} {...control} />}
    </FieldLayout>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly name?: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, hint, error, name, value, options, onChange }: SelectFieldProps) {
  const isReadOnly = useContext(ReadOnlyFormContext);
  return (
    <FieldLayout label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={value}
          aria-disabled={isReadOnly || undefined}
          onChange={(event) => !isReadOnly && onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldLayout>
  );
}
