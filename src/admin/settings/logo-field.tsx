import { ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import type { LogoKind } from '#domain/site/appearance/logo.ts';
import { LOGO_TYPES } from '#domain/images/policy.ts';
import { PictureInput } from '../editor/pictures/picture-input.tsx';
import { useFormUploads } from '../editor/pictures/use-form-uploads.ts';
import { useSinglePicture } from '../editor/pictures/use-single-picture.ts';
import { UploadList } from '../editor/pictures/upload-list.tsx';
import { newsroomIcon } from '../newsroom-icon.ts';
import { useReportUploading } from './form-uploading.ts';

interface LogoFieldProps {
  readonly kind: LogoKind;
  readonly label: string;
  readonly hint: ReactNode;
  readonly error: string | undefined;
  /** The path that the upload returned; empty for the default. */
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (url: string) => void;
}

/** The logo or the icon: upload, preview, and return to the default. It is in use once the form is saved. */
export function LogoField({ kind, label, hint, error, value, disabled, onChange }: LogoFieldProps) {
  const id = useId();
  const files = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { uploads, isBusyUploading } = useFormUploads({
    path: `/api/newsroom/settings/${kind}s`,
    types: LOGO_TYPES,
  });
  useReportUploading(isBusyUploading);
  const preview = kind === 'icon' ? newsroomIcon(value) : value;
  const { upload, cancel } = useSinglePicture(uploads);
  function remove(): void {
    cancel();
    onChange('');
    // The button disappears, and the focus would be lost.
    choose.current?.focus();
  }

  return (
    <fieldset
      className="logo-field"
      disabled={disabled}
      tabIndex={-1}
      data-invalid={error !== undefined}
      aria-describedby={error === undefined ? `${id}hint` : `${id}hint ${id}error`}
    >
      <legend>{label}</legend>
      {preview !== '' && <img className={`logo-preview logo-preview-${kind}`} src={preview} alt="" />}
      <div className="flex flex-wrap gap-2">
        <button
          ref={choose}
          type="button"
          className="button button-secondary"
          onClick={() => files.current?.click()}
        >
          <ImagePlus size={18} aria-hidden="true" />
          {value === '' ? `Upload ${NOUNS[kind]}` : `Replace the ${kind}`}
        </button>
        {value !== '' && (
          <button type="button" className="button button-plain" onClick={remove}>
            <Trash2 size={18} aria-hidden="true" />
            {`Remove the ${kind}`}
          </button>
        )}
      </div>
      <p id={`${id}hint`} className="field-hint">
        {hint} SVG of shapes without text, at most 256 KB, or PNG, JPEG, WebP, AVIF or GIF, less than 5MB.
      </p>
      <PictureInput inputRef={files} label={label} onSelect={(chosen) => upload(chosen, onChange)} />
      <UploadList uploads={uploads} />
      {error !== undefined && (
        <p id={`${id}error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const NOUNS = { logo: 'a logo', icon: 'an icon' } as const;
