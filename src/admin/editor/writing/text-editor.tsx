import { useId, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { Uploads } from '../pictures/uploads.ts';
import { LinkDialog } from './link-dialog.tsx';
import { selectUndescribedPicture } from './described-picture.ts';
import { toastFailure } from '../../parts/toast.tsx';
import { NOT_KEPT, NotKeptNotice } from './not-kept-notice.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { TextFrame } from './text-frame.tsx';
import { useArticleEditor } from './use-article-editor.ts';

export interface TextEditorHandle {
  /** Hands over what has been typed in the last moment. */
  flush(): void;
  focus(): void;
  /** Selects the first picture that nobody has described, and scrolls to it. */
  selectUndescribedPicture(): void;
}

export interface TextEditorProps {
  /** HTML. */
  readonly content: string;
  /** Counts contents put in from outside: with another one the editor starts anew. */
  readonly generation: number;
  readonly uploads: Uploads;
  readonly error: string | undefined;
  readonly onChange: (content: string) => void;
  readonly onLoaded: (content: string) => void;
  readonly ref: Ref<TextEditorHandle>;
}

export const PLACEHOLDER = 'Start writing your article here... Use the toolbar above to format your text.';

/** About pastes: the latest. */
const MOST_SENTENCES = 12;

/** The body of an article: toolbar, text, and what is asked while writing. */
export function TextEditor({
  content,
  generation,
  uploads,
  error,
  onChange,
  onLoaded,
  ref,
}: TextEditorProps) {
  const id = useId();
  const [asked, setAsked] = useState<'link' | number | null>(null);
  const [notKept, setNotKept] = useState<readonly string[]>([]);
  const files = useRef<HTMLInputElement>(null);
  const written = useArticleEditor({
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
      'aria-placeholder': PLACEHOLDER,
      'data-placeholder': PLACEHOLDER,
    },
    onChange,
    onLoaded,
    onLinkAsked: () => setAsked('link'),
    onPictureInserted: setAsked,
    onNotKept(sentences) {
      setNotKept((before) => [...new Set([...before, ...sentences])].slice(-MOST_SENTENCES));
      // The notice may be out of sight of the caret.
      toastFailure(NOT_KEPT, 'The notice above the text says what is missing.');
    },
  });
  useImperativeHandle(ref, () => ({
    flush: () => written?.flush(),
    focus: () => written?.editor.commands.focus(),
    selectUndescribedPicture: () => written && selectUndescribedPicture(written.editor),
  }));

  const close = () => setAsked(null);
  return (
    <div className="text-editor">
      <p id={`${id}label`} className="text-label">
        Article Content *
      </p>
      <p id={`${id}hint`} className="field-hint">
        '---' on a new line makes a section divider
      </p>
      <NotKeptNotice sentences={notKept} onDismiss={() => setNotKept([])} />
      {written !== null && (
        <TextFrame
          written={written}
          controls={`${id}text`}
          uploads={uploads}
          files={files}
          onLink={() => setAsked('link')}
          onPicture={setAsked}
        />
      )}
      <p id={`${id}error`} className="field-error">
        {error}
      </p>
      {written !== null && asked === 'link' && <LinkDialog editor={written.editor} onClose={close} />}
      {written !== null && typeof asked === 'number' && (
        <PictureDialog editor={written.editor} position={asked} onClose={close} />
      )}
    </div>
  );
}
