import type { Editor } from '@tiptap/core';
import { type FormEvent, useRef, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { describePicture, pictureAt, removePicture } from './described-picture.ts';
import { returnToText } from './return-to-text.ts';

interface PictureDialogProps {
  readonly editor: Editor;
  /** Where the picture stands in the text. */
  readonly position: number;
  readonly onClose: () => void;
}

/** Asks what a picture shows, or whether it is decoration, and whether it has a caption. */
export function PictureDialog({ editor, position, onClose }: PictureDialogProps) {
  const picture = pictureAt(editor, position);
  const [alt, setAlt] = useState(picture?.alt ?? '');
  const [isDecorative, setDecorative] = useState(picture?.alt === '');
  const [hasCaption, setCaption] = useState(picture?.hasCaption ?? false);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();

  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!isDecorative && alt.trim() === '')
      return setError('Please describe the picture, or say it is decorative');
    describePicture(editor, position, { alt: isDecorative ? '' : alt.trim(), hasCaption });
    onClose();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Picture"
      hasInput={alt !== (picture?.alt ?? '')}
      initialFocus={field}
      finalFocus={() => returnToText(editor)}
    >
      <form className="grid gap-4" onSubmit={apply} noValidate>
        <img className="picture-sample" src={picture?.src} alt="" />
        <TextField
          ref={field}
          label="Alt text"
          hint="What the picture shows, for those who do not see it."
          maxLength={500}
          value={isDecorative ? '' : alt}
          disabled={isDecorative}
          error={isDecorative ? undefined : error}
          onChange={(event) => setAlt(event.target.value)}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={isDecorative}
            onChange={(event) => setDecorative(event.target.checked)}
          />
          Decorative: it shows nothing the text does not say
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={hasCaption}
            onChange={(event) => setCaption(event.target.checked)}
          />
          With a caption under it
        </label>
        <div className="dialog-answers">
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              removePicture(editor, position);
              onClose();
            }}
          >
            Remove picture
          </button>
          <button type="submit" className="button">
            Apply
          </button>
        </div>
      </form>
    </Dialog>
  );
}
