import { TextField } from '../components/field.tsx';

interface NameFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

export function NameField({ value, onChange, error }: NameFieldProps) {
  return (
    <TextField
      label="Name"
      name="name"
      autoComplete="name"
      required
      maxLength={100}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}
