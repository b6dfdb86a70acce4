import { type Editor, useEditorState } from '@tiptap/react';
import { useId, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { canonicalLanguage, textAttributes } from '#platform/language.ts';
import type { Uploads } from '../pictures/uploads.ts';
import { LinkDialog } from './link-dialog.tsx';
import { selectBlock } from './select-block.ts';
import { selectUndescribedPicture } from './picture-description.ts';
import { toastFailure } from '../../components/toast.tsx';
import { PASTE_INCOMPLETE, PasteNotice } from './paste-notice.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { openPicture } from './picture-queue.ts';
import { EditorShell } from './editor-shell.tsx';
import { useArticleEditor } from './use-article-editor.ts';

export interface TextEditorHandle {
  /** Calls `onChange` with pending input. */
  flush(): void;
  focus(): void;
  /** As `selectBlock`. False while the editor is not created yet. */
  selectBlock(index: number | null): boolean;
  /** Selects the first picture without a description and scrolls to it. */
  selectUndescribedPicture(): void;
}

export interface TextEditorProps {
  /** HTML. */
  readonly content: string;
  /** Incremented when the content is replaced from outside; a change recreates the editor. */
  readonly generation: number;
  readonly uploads: Uploads;
  /** Of the text; if it is empty or invalid, each block has the direction of its first letter. */
  readonly lang?: string;
  readonly error: string | undefined;
  readonly label?: string;
  readonly placeholder?: string;
  readonly onChange: (content: string) => void;
  readonly onLoaded: (content: string) => void;
  readonly ref: Ref<TextEditorHandle>;
}

const PLACEHOLDER = 'Start writing your article here... Use the toolbar above to format your text.';

/** Only the latest messages are shown. */
const MAX_PASTE_MESSAGES = 12;

/** The editor of the text of an article or a page, with its toolbar and dialogs. */
export function TextEditor({
  content,
  generation,
  uploads,
  lang = '',
  error,
  label = 'Article Content *',
  placeholder = PLACEHOLDER,
  onChange,
  onLoaded,
  ref,
}: TextEditorProps) {
  const id = useId();
  const [isLinkOpen, setLinkOpen] = useState(false);
  const [pasteMessages, setPasteMessages] = useState<readonly string[]>([]);
  const files = useRef<HTMLInputElement>(null);
  const language = canonicalLanguage(lang.trim());
  const reportPasteLoss = (messages: readonly string[]) => {
    setPasteMessages((before) => [...new Set([...before, ...messages])].slice(-MAX_PASTE_MESSAGES));
    // The notice may be scrolled out of view.
    toastFailure(PASTE_INCOMPLETE, 'See the notice above the text for details.');
  };
  const mounted = useArticleEditor({
    content,
    generation,
    uploads,
    attributes: {
      id: `${id}text`,
      class: 'prose',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}label`,
      'aria-describedby': `${id}hint ${id}error`,
      'aria-placeholder': placeholder,
      'data-placeholder': placeholder,
    },
    textAttributes: useMemo(() => (language === null ? {} : textAttributes(language)), [language]),
    onChange,
    onLoaded,
    onLinkRequested: () => setLinkOpen(true),
    onPasteLoss: reportPasteLoss,
  });
  useImperativeHandle(ref, () => ({
    flush: () => mounted?.flush(),
    focus: () => mounted?.editor.commands.focus(),
    selectBlock: (index) => {
      if (mounted !== null) selectBlock(mounted.editor, index);
      return mounted !== null;
    },
    selectUndescribedPicture: () => mounted && selectUndescribedPicture(mounted.editor),
  }));

  return (
    <div className="text-editor">
      <p id={`${id}label`} className="text-label">
        {label}
      </p>
      <p id={`${id}hint`} className="field-hint">
        '---' on a new line makes a section divider
      </p>
      <PasteNotice messages={pasteMessages} onDismiss={() => setPasteMessages([])} />
      {mounted !== null && (
        <EditorShell
          mounted={mounted}
          controls={`${id}text`}
          uploads={uploads}
          files={files}
          onLink={() => setLinkOpen(true)}
          onPasteLoss={reportPasteLoss}
        />
      )}
      <p id={`${id}error`} className="field-error">
        {error}
      </p>
      {mounted !== null && isLinkOpen && (
        <LinkDialog editor={mounted.editor} onClose={() => setLinkOpen(false)} />
      )}
      {mounted !== null && !isLinkOpen && <OpenPictureDialog editor={mounted.editor} />}
    </div>
  );
}

/** The dialog of an inserted or chosen picture, while there is one. */
function OpenPictureDialog({ editor }: { readonly editor: Editor }) {
  const open = useEditorState({ editor, selector: () => openPicture(editor.state) });
  return open !== null && <PictureDialog editor={editor} open={open} />;
}
