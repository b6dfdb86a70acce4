import { PasswordField } from '../login/password-field.tsx';

interface OwnPasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The errors of the form, by field. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The present password of the user, which the API calls `current_password`. */
export const OwnPasswordField = ({ value, onChange, errors }: OwnPasswordFieldProps) => (
  <PasswordField label="Your password" value={value} onChange={onChange} error={errors['current_password']} />
);
