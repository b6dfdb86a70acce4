import { type ReactNode, useContext } from 'react';
import { ReadOnlyFormContext } from './read-only-form.ts';

interface CheckFieldProps {
  readonly isChecked: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isChecked: boolean) => void;
  /** The label. */
  readonly children: ReactNode;
}

/** A checkbox with its label. */
export function CheckField({ isChecked, isDisabled = false, onChange, children }: CheckFieldProps) {
  const isReadOnly = useContext(ReadOnlyFormContext);
  return (
    <label className="check-field">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        aria-disabled={isReadOnly || undefined}
        onChange={({ target }) => !isReadOnly && onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

interface CheckFieldsProps<Option extends string> {
  readonly options: readonly Option[];
  /** The chosen options. */
  readonly value: readonly string[];
  /** Called with the chosen options in their order. */
  readonly onChange: (value: readonly Option[]) => void;
  /** The label of an option. */
  readonly children: (option: Option) => ReactNode;
}

/** One checkbox for each option. */
export function CheckFields<Option extends string>({
  options,
  value,
  onChange,
  children,
}: CheckFieldsProps<Option>) {
  return options.map((option) => (
    <CheckField
      key={option}
      isChecked={value.includes(option)}
      onChange={(isChecked) =>
        onChange(options.filter((other) => (other === option ? isChecked : value.includes(other))))
      }
    >
      {children(option)}
    </CheckField>
  ));
}
