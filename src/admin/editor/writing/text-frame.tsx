import { NodeSelection } from '@tiptap/pm/state';
import { EditorContent, useEditorState } from '@tiptap/react';
import { type RefObject, useRef } from 'react';
import { insertPictures } from '../pictures/insert-pictures.ts';
import { PictureInput } from '../pictures/picture-input.tsx';
import { UploadList } from '../pictures/upload-list.tsx';
import type { Uploads } from '../pictures/uploads.ts';
import { isPicture } from './formats/picture.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { TextFigures } from './text-figures.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import type { WrittenText } from './use-article-editor.ts';

interface TextFrameProps {
  readonly written: WrittenText;
  /** Id of the element that is written in. */
  readonly controls: string;
  readonly uploads: Uploads;
  readonly files: RefObject<HTMLInputElement | null>;
  readonly onLink: () => void;
  /** Asks what the picture at this position shows. */
  readonly onPicture: (position: number) => void;
}

/** The toolbar over the text, the text, and under it its figures. */
export function TextFrame({ written, controls, uploads, files, onLink, onPicture }: TextFrameProps) {
  const { editor } = written;
  const frame = useRef<HTMLDivElement>(null);
  const { picture, isEmpty } = useEditorState({
    editor,
    selector: () => ({ picture: selectedPicture(editor.state.selection), isEmpty: editor.isEmpty }),
  });
  return (
    <div ref={frame} className="text-frame">
      <Toolbar
        editor={editor}
        controls={controls}
        place={frame}
        isPictureSelected={picture !== null}
        onLink={onLink}
        onPicture={() => (picture === null ? files.current?.click() : onPicture(picture))}
      />
      <PictureInput
        inputRef={files}
        label="Pictures for the text"
        several
        onPicked={(picked) => insertPictures(editor, uploads, picked, editor.state.selection.to, onPicture)}
      />
      <UploadList uploads={uploads} />
      <EditorContent
        editor={editor}
        className="text-surface"
        data-empty={isEmpty}
        onDoubleClick={() => picture !== null && onPicture(picture)}
      />
      <footer className="text-foot">
        <TextFigures editor={editor} onPicture={onPicture} />
        <ShortcutHelp />
      </footer>
    </div>
  );
}

function selectedPicture(selection: unknown): number | null {
  return selection instanceof NodeSelection && isPicture(selection.node) ? selection.from : null;
}
