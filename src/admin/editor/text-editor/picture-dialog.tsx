import type { Editor } from '@tiptap/core';
import { type FormEvent, useRef, useState } from 'react';
import { UNDESCRIBED_LEAD } from '#domain/articles/picture-descriptions.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { describePicture, pictureAt, removePicture } from './picture-description.ts';
import { focusEditor } from './focus-editor.ts';

interface PictureDialogProps {
  readonly editor: Editor;
  /** Position of the picture in the document. */
  readonly position: number;
  readonly onClose: () => void;
}

/** Edits the alt text, the decorative flag and the caption of a picture. */
export function PictureDialog({ editor, position, onClose }: PictureDialogProps) {
  const picture = pictureAt(editor, position);
  const [alt, setAlt] = useState(picture?.alt ?? '');
  const [isDecorative, setDecorative] = useState(picture?.alt === '');
  const [hasCaption, setCaption] = useState(picture?.hasCaption ?? false);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();

  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!isDecorative && alt.trim() === '') return setError(UNDESCRIBED_LEAD);
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
      finalFocus={() => focusEditor(editor)}
    >
      <form className="grid gap-4" onSubmit={apply} noValidate>
        <img className="picture-preview" src={picture?.src} alt="" />
        <TextField
          ref={field}
          label="Alt text"
          hint="Describe the picture for people who cannot see it."
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
          Decorative: adds nothing to the text
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={hasCaption}
            onChange={(event) => setCaption(event.target.checked)}
          />
          Add a caption
        </label>
        <div className="dialog-buttons">
          <button
            type="button"
            className="button button-secondary"
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
