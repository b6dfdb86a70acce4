import { TextField } from '../components/field.tsx';

interface EmailFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

export function EmailField({ value, onChange, error }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      required
      maxLength={254}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}
