import { useId, useRef } from 'react';
import { initialsOf } from '#domain/articles/article.ts';
import { PICTURE_ALT_MAX_LENGTH } from '#domain/articles/authors/author.ts';
import { TextField } from '../components/field.tsx';
import { PictureButtons } from '../editor/pictures/picture-buttons.tsx';
import { PictureInput } from '../editor/pictures/picture-input.tsx';
import { UploadList } from '../editor/pictures/upload-list.tsx';
import type { Uploads } from '../editor/pictures/uploads.ts';
import { useSinglePicture } from '../editor/pictures/use-single-picture.ts';
import type { AuthorFormValues } from './author-form-values.ts';

interface AuthorPictureFieldProps {
  readonly values: Pick<AuthorFormValues, 'name' | 'picture' | 'pictureAlt'>;
  readonly uploads: Uploads;
  readonly error: string | undefined;
  readonly altError: string | undefined;
  readonly onChange: (change: Partial<AuthorFormValues>) => void;
}

/** The picture of an author as readers see it, or the initials; upload, removal and text alternative. */
export function AuthorPictureField({ values, uploads, error, altError, onChange }: AuthorPictureFieldProps) {
  const id = useId();
  const files = useRef<HTMLInputElement>(null);
  const { upload, cancel } = useSinglePicture(uploads);
  return (
    <fieldset
      className="author-picture"
      tabIndex={-1}
      data-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : `${id}error`}
    >
      <legend className="field-legend">Picture</legend>
      <div className="author-picture-row">
        <span className="avatar avatar-large" aria-hidden="true">
          {values.picture === '' ? initialsOf(values.name) : <img src={values.picture} alt="" />}
        </span>
        <PictureButtons
          hasPicture={values.picture !== ''}
          onUpload={() => files.current?.click()}
          onRemove={() => {
            cancel();
            onChange({ picture: '', pictureAlt: '' });
          }}
        />
      </div>
      <p className="field-hint">
        Shown as a circle. Without a picture, readers see the initials. JPEG, PNG, WebP, AVIF or GIF, less
        than 5MB.
      </p>
      <PictureInput
        inputRef={files}
        label="Picture of the author"
        onSelect={(chosen) => upload(chosen, (url) => onChange({ picture: url, pictureAlt: '' }))}
      />
      <UploadList uploads={uploads} />
      {error !== undefined && (
        <p id={`${id}error`} className="field-error">
          {error}
        </p>
      )}
      {values.picture !== '' && (
        <TextField
          label="Alt text"
          maxLength={PICTURE_ALT_MAX_LENGTH}
          value={values.pictureAlt}
          error={altError}
          hint="Leave it empty if the picture shows no more than the name says."
          onChange={({ target }) => onChange({ pictureAlt: target.value })}
        />
      )}
    </fieldset>
  );
}
