import type { Editor } from '@tiptap/core';
import { type FormEvent, useRef, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { meantAddress } from './formats/addresses.ts';
import { returnToText } from './return-to-text.ts';

interface LinkDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

const HINT = 'A web address, a mail address, tel: or an address of this site beginning with a slash.';
const REFUSED = 'This is not an address readers could follow.';

/** Asks where the selected words lead; without a selection the address itself is put in. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const current = String(editor.getAttributes('link')['href'] ?? '');
  const [address, setAddress] = useState(current);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const href = meantAddress(address, location.origin);
    if (href === null) return setError(REFUSED);
    setLink(editor, href);
    onClose();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onClose();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Link"
      hasInput={address !== current}
      initialFocus={field}
      finalFocus={() => returnToText(editor)}
    >
      <form className="grid gap-4" onSubmit={apply} noValidate>
        <TextField
          ref={field}
          label="Address"
          inputMode="url"
          autoComplete="off"
          maxLength={2000}
          value={address}
          hint={HINT}
          error={error}
          onChange={(event) => setAddress(event.target.value)}
        />
        <div className="dialog-answers">
          {current !== '' && (
            <button type="button" className="button button-quiet" onClick={remove}>
              Remove link
            </button>
          )}
          <button type="submit" className="button">
            Apply
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().extendMarkRange('link');
  const isBare = editor.state.selection.empty && !editor.isActive('link');
  if (isBare)
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.setLink({ href }).run();
}
