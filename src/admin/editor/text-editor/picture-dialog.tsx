import type { Editor } from '@tiptap/core';
import { type FormEvent, useRef, useState } from 'react';
import { UNDESCRIBED_LEAD } from '#domain/articles/picture-descriptions.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { completeLinkInput } from './formats/urls.ts';
import { describePicture, pictureAt, removePicture } from './picture-description.ts';
import { focusEditor } from './focus-editor.ts';

interface PictureDialogProps {
  readonly editor: Editor;
  /** Position of the picture in the document. */
  readonly position: number;
  readonly onClose: () => void;
}

const LINK_WITHOUT_NAME = 'A picture with a link needs a description: it says where the link leads.';
const INVALID_LINK = 'Please enter a valid link.';

/** Edits the alt text, the decorative flag, the caption and, if it has one, the link of a picture. */
export function PictureDialog({ editor, position, onClose }: PictureDialogProps) {
  const picture = pictureAt(editor, position);
  const initial = {
    alt: picture?.alt ?? '',
    isDecorative: picture?.alt === '',
    hasCaption: picture?.hasCaption ?? false,
    link: picture?.href ?? '',
  };
  const [alt, setAlt] = useState(initial.alt);
  const [isDecorative, setDecorative] = useState(initial.isDecorative);
  const [hasCaption, setCaption] = useState(initial.hasCaption);
  const field = useRef<HTMLInputElement>(null);
  const [link, setLink] = useState(initial.link);
  const [errors, setErrors] = useState<{ readonly alt?: string; readonly link?: string }>({});

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const href = link.trim() === '' ? null : completeLinkInput(link, location.origin);
    if (!isDecorative && alt.trim() === '') return setErrors({ alt: UNDESCRIBED_LEAD });
    if (href === null && link.trim() !== '') return setErrors({ link: INVALID_LINK });
    if (isDecorative && href !== null) return setErrors({ link: LINK_WITHOUT_NAME });
    describePicture(editor, position, { alt: isDecorative ? '' : alt.trim(), hasCaption, href });
    onClose();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Picture"
      hasInput={
        alt !== initial.alt ||
        isDecorative !== initial.isDecorative ||
        hasCaption !== initial.hasCaption ||
        link !== initial.link
      }
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
          error={isDecorative ? undefined : errors.alt}
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
        {initial.link !== '' && (
          <TextField
            label="Link"
            hint="Without an address, the link is removed."
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            value={link}
            error={errors.link}
            onChange={(event) => setLink(event.target.value)}
          />
        )}
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
