import type { Editor } from '@tiptap/core';
import { type FormEvent, useRef, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { readPublication } from '../../publication.ts';
import { ApplyButtons } from './apply-buttons.tsx';
import { completeLinkInput } from './formats/urls.ts';
import { focusEditor } from './focus-editor.ts';
import { INVALID_LINK, LinkField } from './link-field.tsx';
import { linkTarget } from './link-target.ts';

interface LinkDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

const HINT = 'A web address, an email address, tel: or a path on this site that starts with a slash.';

/** Edits the link of the selection. Without a selection, inserts the URL as linked text. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const current = String(editor.getAttributes('link')['href'] ?? '');
  const [url, setUrl] = useState(current);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const href = completeLinkInput(url, readPublication().url);
    if (href === null) return setError(INVALID_LINK);
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
      hasInput={url !== current}
      initialFocus={field}
      finalFocus={() => focusEditor(editor)}
    >
      <form className="grid gap-4" onSubmit={apply} noValidate>
        <LinkField
          ref={field}
          label="Address"
          value={url}
          hint={HINT}
          error={error}
          onChange={(event) => setUrl(event.target.value)}
        />
        <ApplyButtons removal="Remove link" onRemove={current === '' ? undefined : remove} />
      </form>
    </Dialog>
  );
}

function setLink(editor: Editor, href: string): void {
  const target = linkTarget(editor.state);
  if (target === null) return;
  const chain = editor.chain();
  if (target.kind === 'selection') chain.extendMarkRange('link').setLink({ href }).run();
  else
    chain
      .setTextSelection(target.at)
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run();
}
