import { type Editor, EditorContent, type EditorEvents, useEditorState } from '@tiptap/react';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Announcement } from '../../components/announcement.tsx';
import { insertPictures } from '../pictures/insert-pictures.ts';
import { PictureInput } from '../pictures/picture-input.tsx';
import { placedUploads } from '../pictures/upload-placeholders.ts';
import { UploadList } from '../pictures/upload-list.tsx';
import type { Uploads } from '../pictures/uploads.ts';
import { activePicture, moveResult } from './move-picture.ts';
import { MarkdownNotice } from './markdown-notice.tsx';
import { openPictures } from './picture-queue.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { WordCount } from './word-count.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import type { MountedEditor } from './use-article-editor.ts';

interface EditorShellProps {
  readonly mounted: MountedEditor;
  /** Id of the contenteditable element. */
  readonly controls: string;
  readonly uploads: Uploads;
  readonly files: RefObject<HTMLInputElement | null>;
  readonly onLink: () => void;
  /** Called with texts about pasted content that was not kept. */
  readonly onPasteLoss: (messages: readonly string[]) => void;
}

/** Toolbar, text and status bar of the editor. */
export function EditorShell({ mounted, controls, uploads, files, onLink, onPasteLoss }: EditorShellProps) {
  const { editor } = mounted;
  const shell = useRef<HTMLDivElement>(null);
  // A double click in a caption selects a word. Its first click may still have found the figure selected.
  const openDoubleClicked = ({ target }: MouseEvent) => {
    const picture = target instanceof HTMLImageElement ? activePicture(editor.state) : null;
    if (picture !== null) openPictures(editor, [picture]);
  };
  const placed = useEditorState({ editor, selector: () => placedUploads(editor.state) });
  const isEmpty = useEditorState({ editor, selector: () => editor.isEmpty });
  return (
    <div ref={shell} className="editor-shell">
      <Toolbar
        editor={editor}
        controls={controls}
        popupContainer={shell}
        onLink={onLink}
        onInsertPicture={() => files.current?.click()}
      />
      <PictureInput
        inputRef={files}
        label="Pictures for the text"
        multiple
        onSelect={(pictureFiles) => insertPictures(editor, uploads, pictureFiles, editor.state.selection.to)}
      />
      <MovedPictureAnnouncement editor={editor} />
      <UploadList uploads={uploads} isShownElsewhere={(id) => placed.includes(id)} />
      <EditorContent
        editor={editor}
        className="editor-content"
        data-empty={isEmpty}
        onDoubleClick={openDoubleClicked}
      />
      <MarkdownNotice editor={editor} onNotices={onPasteLoss} />
      <footer className="editor-status-bar">
        <WordCount editor={editor} />
        <ShortcutHelp />
      </footer>
    </div>
  );
}

/** Where a picture is after it was moved: the keyboard moves it without a visible focus that screen readers follow. */
function MovedPictureAnnouncement({ editor }: { readonly editor: Editor }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const listen = ({ transaction }: EditorEvents['transaction']) => {
      const result = moveResult(transaction);
      if (result !== null) setText(result);
      else if (transaction.docChanged) setText('');
    };
    editor.on('transaction', listen);
    return () => void editor.off('transaction', listen);
  }, [editor]);
  return <Announcement text={text} />;
}
