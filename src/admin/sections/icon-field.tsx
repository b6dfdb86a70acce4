import { useId } from 'react';
import { SECTION_ICONS, type SectionIconName } from '#domain/categories/section-icons.ts';
import { NamedIcon } from '#ui/named-icon.tsx';

interface IconFieldProps {
  readonly value: SectionIconName;
  readonly onChange: (icon: SectionIconName) => void;
}

/** All icons as radio buttons, so that the arrow keys go through them. */
export function IconField({ value, onChange }: IconFieldProps) {
  const name = useId();
  return (
    <fieldset className="icon-field">
      <legend className="field-legend">Icon</legend>
      {SECTION_ICONS.map((icon) => (
        <label key={icon} title={labelOf(icon)}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            aria-label={labelOf(icon)}
            checked={icon === value}
            onChange={() => onChange(icon)}
          />
          <NamedIcon name={icon} size={20} />
        </label>
      ))}
    </fieldset>
  );
}

/** `radio-tower` → `Radio tower`. */
function labelOf(icon: SectionIconName): string {
  const words = icon.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
