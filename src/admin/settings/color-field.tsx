import { type ReactNode, useRef } from 'react';
import { HEX_COLOR } from '#domain/site/appearance/hex.ts';
import { isReadable, nearestReadable } from '#domain/site/appearance/readable-color.ts';
import type { Scheme } from '#domain/site/appearance/schemes.ts';
import { TextField } from '../components/field.tsx';

interface ColorFieldProps {
  readonly scheme: Scheme;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error: string | undefined;
  readonly value: string;
  /** What an empty field means. */
  readonly placeholder?: string;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
}

/** The color in the notation that is stored; null while the text is not a color. */
export function colorIn(text: string): string | null {
  const hex = text.trim().toLowerCase();
  return HEX_COLOR.test(hex) ? hex : null;
}

/** A color as text, with the picker of the browser. Offers the nearest readable color while the entered one is not. */
export function ColorField(props: ColorFieldProps) {
  const { scheme, label, hint, error, value, placeholder, disabled, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  const color = colorIn(value);
  const nearest = color === null || isReadable(color, scheme) ? null : nearestReadable(color, scheme);
  function take(offered: string): void {
    onChange(offered);
    // The button disappears, and the focus would be lost.
    field.current?.focus();
  }

  return (
    <div className="color-field">
      <TextField
        ref={field}
        label={label}
        hint={hint}
        error={error}
        value={value}
        placeholder={placeholder}
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        type="color"
        aria-label={`Pick: ${label}`}
        value={color ?? '#000000'}
        data-empty={color === null ? '' : undefined}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <div role="status" className="color-suggestion">
        {nearest !== null && (
          <>
            <span>Text in this color is hard to read.</span>
            <button
              type="button"
              className="button button-secondary button-small"
              onClick={() => take(nearest)}
            >
              <span className="color-swatch" style={{ backgroundColor: nearest }} />
              Use {nearest}
            </button>
          </>
        )}
      </div>
    </div>
  );
}
