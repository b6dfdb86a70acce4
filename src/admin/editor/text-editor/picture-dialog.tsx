import type { Editor } from '@tiptap/core';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { UNDESCRIBED_LEAD } from '#domain/articles/picture-descriptions.ts';
import { formatCount } from '#ui/format-count.ts';
import { useDialogInput } from '../../components/dialog-input.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { readPublication } from '../../publication.ts';
import { ApplyButtons } from './apply-buttons.tsx';
import { completeLinkInput } from './formats/urls.ts';
import { describePicture, pictureAt, removePicture } from './picture-description.ts';
import { focusEditor } from './focus-editor.ts';
import { INVALID_LINK, LinkField } from './link-field.tsx';
import { closePictures, openNextPicture, type OpenPicture } from './picture-queue.ts';

interface PictureDialogProps {
  readonly editor: Editor;
  readonly open: OpenPicture;
}

const LINK_WITHOUT_NAME = 'A picture with a link needs a description: it says where the link leads.';

/** The dialog of the first picture of the queue. It stays open for the next one. */
export function PictureDialog({ editor, open: { id, position, number, total } }: PictureDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const following = total - number;
  return (
    <Dialog
      isOpen
      onClose={() => closePictures(editor)}
      title={total === 1 ? 'Picture' : `Picture ${number} of ${total}`}
      description={
        following > 0 &&
        `${formatCount(following, 'more picture')} will follow. To describe them later, close the dialog.`
      }
      initialFocus={field}
      finalFocus={() => focusEditor(editor)}
    >
      <PictureForm key={id} editor={editor} position={position} field={field} />
    </Dialog>
  );
}

interface PictureFormProps {
  readonly editor: Editor;
  /** Position of the picture in the document. */
  readonly position: number;
  /** The first field, which gets the focus. */
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Edits the alt text, the decorative flag, the caption and, if it has one, the link of a picture. */
function PictureForm({ editor, position, field }: PictureFormProps) {
  const [picture] = useState(() => pictureAt(editor, position));
  const initial = {
    alt: picture?.alt ?? '',
    isDecorative: picture?.alt === '',
    hasCaption: picture?.hasCaption ?? false,
    link: picture?.href ?? '',
  };
  const [alt, setAlt] = useState(initial.alt);
  const [isDecorative, setDecorative] = useState(initial.isDecorative);
  const [hasCaption, setCaption] = useState(initial.hasCaption);
  const [link, setLink] = useState(initial.link);
  const [errors, setErrors] = useState<{ readonly alt?: string; readonly link?: string }>({});
  useDialogInput(
    alt !== initial.alt ||
      isDecorative !== initial.isDecorative ||
      hasCaption !== initial.hasCaption ||
      link !== initial.link,
  );
  // The dialog focuses only the field of its first picture.
  useEffect(() => field.current?.focus(), [field]);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const href = link.trim() === '' ? null : completeLinkInput(link, readPublication().url);
    if (!isDecorative && alt.trim() === '') return setErrors({ alt: UNDESCRIBED_LEAD });
    if (href === null && link.trim() !== '') return setErrors({ link: INVALID_LINK });
    if (isDecorative && href !== null) return setErrors({ link: LINK_WITHOUT_NAME });
    describePicture(editor, position, { alt: isDecorative ? '' : alt.trim(), hasCaption, href });
    openNextPicture(editor);
  };
  const remove = () => {
    openNextPicture(editor);
    removePicture(editor, position);
  };

  return (
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
        <input type="checkbox" checked={hasCaption} onChange={(event) => setCaption(event.target.checked)} />
        Add a caption
      </label>
      {initial.link !== '' && (
        <LinkField
          label="Link"
          hint="Without an address, the link is removed."
          value={link}
          error={errors.link}
          onChange={(event) => setLink(event.target.value)}
        />
      )}
      <ApplyButtons removal="Remove picture" onRemove={remove} />
    </form>
  );
}
