import { useId } from 'react';
import { WithCode } from '#ui/with-code.tsx';
import { CheckField } from '../components/check-field.tsx';
import { SelectField, TextArea, TextField } from '../components/field.tsx';
import { BlocksField } from './blocks-field.tsx';
import { CHOICES } from './choices.ts';
import { ColorField } from './color-field.tsx';
import { LogoField } from './logo-field.tsx';
import { FIELD_KINDS, type FieldKind } from './field-kinds.ts';
import { RolesField } from './roles-field.tsx';

interface SettingFieldProps {
  readonly kind: FieldKind;
  readonly label: string;
  /** May contain `code` in backticks. */
  readonly description: string;
  /** The environment variable that determines the setting. */
  readonly lockedBy: string | undefined;
  readonly error: string | undefined;
  /** The errors of the fields of its entries, by `index.field`. */
  readonly entryErrors: Readonly<Record<string, string>>;
  readonly value: string;
  /** Whether the value is an invented one, which readers see marked as such. */
  readonly isSample: boolean;
  readonly onChange: (text: string) => void;
}

/** Rows of the text areas. */
const ROWS: Partial<Record<FieldKind, number>> = {
  text: 3,
  lines: 4,
  paragraphs: 10,
};

/** The field of one setting. */
export function SettingField({
  kind,
  label,
  description,
  lockedBy,
  error,
  entryErrors,
  value,
  isSample,
  onChange,
}: SettingFieldProps) {
  const zones = useId();
  const { note } = FIELD_KINDS[kind];
  const hint =
    lockedBy === undefined ? (
      <>
        {isSample && <strong>Sample: please replace it. </strong>}
        <WithCode text={[description, note].filter(Boolean).join(' ')} />
      </>
    ) : (
      `Set by ${lockedBy}`
    );
  const field = {
    label,
    hint,
    error,
    value,
    disabled: lockedBy !== undefined,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  };
  if (kind === 'check')
    return (
      <CheckField
        isChecked={value === 'on'}
        isDisabled={field.disabled}
        onChange={(isChecked) => onChange(isChecked ? 'on' : '')}
      >
        {label}
        <small>{hint}</small>
      </CheckField>
    );
  if (kind === 'titledBlocks' || kind === 'years')
    return (
      <BlocksField {...field} hasYears={kind === 'years'} fieldErrors={entryErrors} onChange={onChange} />
    );
  if (kind === 'logo' || kind === 'icon') return <LogoField kind={kind} {...field} onChange={onChange} />;
  if (kind === 'lightColor') return <ColorField scheme="light" {...field} onChange={onChange} />;
  if (kind === 'darkColor') return <ColorField scheme="dark" {...field} onChange={onChange} />;
  const options = CHOICES[kind];
  if (options !== undefined) return <SelectField {...field} options={options} onChange={onChange} />;
  if (kind === 'roles')
    return (
      <RolesField label={label} hint={hint} isLocked={field.disabled} value={value} onChange={onChange} />
    );
  const rows = ROWS[kind];
  if (rows !== undefined) return <TextArea rows={rows} {...field} />;
  if (kind === 'email') return <TextField type="email" autoComplete="off" {...field} />;
  if (kind === 'line') return <TextField autoComplete="off" {...field} />;
  return (
    <>
      <TextField autoComplete="off" spellCheck={false} list={zones} {...field} />
      <datalist id={zones}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </>
  );
}
