import { useId, useRef, useState } from 'react';
import { fieldRules } from '#domain/articles/article-fields.ts';
import { TextField } from '../../components/field.tsx';
import type { Draft } from '../draft/draft.ts';
import { PictureButtons } from '../pictures/picture-buttons.tsx';
import { PictureInput } from '../pictures/picture-input.tsx';
import { UploadList } from '../pictures/upload-list.tsx';
import type { Uploads } from '../pictures/uploads.ts';
import { useSinglePicture } from '../pictures/use-single-picture.ts';

interface LeadPictureFieldProps {
  readonly draft: Pick<Draft, 'image' | 'imageAlt'>;
  readonly error: string | undefined;
  /** Error of the alt text field. */
  readonly altError: string | undefined;
  readonly uploads: Uploads;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The lead picture: file upload by button or drag and drop, and its alt text. */
export function LeadPictureField({ draft, error, altError, uploads, onChange }: LeadPictureFieldProps) {
  const id = useId();
  const files = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const { upload, cancel } = useSinglePicture(uploads);
  const startUpload = (chosen: readonly File[]) =>
    upload(chosen, (url) => onChange({ image: url, imageAlt: null }));
  return (
    <fieldset
      className="lead-picture"
      tabIndex={-1}
      data-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : `${id}error`}
    >
      <legend>Picture</legend>
      <div
        className="lead-picture-drop-zone"
        data-over={isDragOver}
        onDragOver={(event) => {
          event.preventDefault();
          setDragOver(true);
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDragOver(false);
          startUpload([...event.dataTransfer.files]);
        }}
      >
        {draft.image !== '' && <img src={draft.image} alt={draft.imageAlt ?? ''} />}
        <PictureButtons
          hasPicture={draft.image !== ''}
          onUpload={() => files.current?.click()}
          onRemove={() => {
            cancel();
            onChange({ image: '', imageAlt: null });
          }}
        />
        <p className="field-hint">JPEG, PNG, WebP, AVIF or GIF, less than 5MB. Or drop one here.</p>
      </div>
      <PictureInput inputRef={files} label="Picture of the article" onSelect={startUpload} />
      <UploadList uploads={uploads} />
      {error !== undefined && (
        <p id={`${id}error`} className="field-error">
          {error}
        </p>
      )}
      {draft.image !== '' && (
        <AltText imageAlt={draft.imageAlt} error={altError} onChange={(imageAlt) => onChange({ imageAlt })} />
      )}
    </fieldset>
  );
}

interface AltTextProps {
  readonly imageAlt: Draft['imageAlt'];
  readonly error: string | undefined;
  readonly onChange: (imageAlt: Draft['imageAlt']) => void;
}

/** Alt text of the lead picture. Empty when marked as decorative; null until one of the two is chosen. */
function AltText({ imageAlt, error, onChange }: AltTextProps) {
  const isDecorative = imageAlt === '';
  return (
    <>
      <TextField
        label="Alt text"
        name="imageAlt"
        value={imageAlt ?? ''}
        maxLength={fieldRules('imageAlt').maxLength}
        disabled={isDecorative}
        error={error}
        hint="Describe the picture for people who cannot see it."
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={isDecorative}
          onChange={({ target }) => onChange(target.checked ? '' : null)}
        />
        Decorative: adds nothing to the text
      </label>
    </>
  );
}
