import { Toolbar } from '@base-ui/react/toolbar';
import { type Editor, useEditorState } from '@tiptap/react';
import { ArrowDown, ArrowUp, Captions, Image } from 'lucide-react';
import type { MouseEvent } from 'react';
import { focusEditor } from '../focus-editor.ts';
import { activePicture, canMovePicture, type MoveDirection, movePicture } from '../move-picture.ts';
import { openPictures } from '../picture-queue.ts';
import { PICTURE_SHORTCUTS } from './actions.ts';
import { ToolbarButton } from './toolbar-button.tsx';

interface PictureGroupProps {
  readonly editor: Editor;
  readonly onInsert: () => void;
}

/** Inserts pictures, and describes and moves the one that is selected or whose caption has the cursor. */
export function PictureGroup({ editor, onInsert }: PictureGroupProps) {
  const { picture, canMoveUp, canMoveDown } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => ({
      picture: activePicture(state),
      canMoveUp: canMovePicture(state, 'up'),
      canMoveDown: canMovePicture(state, 'down'),
    }),
  });
  const move = (direction: MoveDirection) => (event: MouseEvent) => {
    movePicture(editor, direction);
    // `detail` is 0 for a keyboard activation: then the focus stays in the toolbar.
    if (event.detail > 0) focusEditor(editor);
  };
  return (
    <Toolbar.Group className="tool-group" aria-label="Pictures">
      <ToolbarButton label="Insert picture" onClick={onInsert}>
        <Image size={18} aria-hidden="true" />
      </ToolbarButton>
      <ToolbarButton
        label="Describe the picture"
        isDisabled={picture === null}
        onClick={() => picture !== null && openPictures(editor, [picture])}
      >
        <Captions size={18} aria-hidden="true" />
      </ToolbarButton>
      <ToolbarButton {...PICTURE_SHORTCUTS.up} isDisabled={!canMoveUp} onClick={move('up')}>
        <ArrowUp size={18} aria-hidden="true" />
      </ToolbarButton>
      <ToolbarButton {...PICTURE_SHORTCUTS.down} isDisabled={!canMoveDown} onClick={move('down')}>
        <ArrowDown size={18} aria-hidden="true" />
      </ToolbarButton>
    </Toolbar.Group>
  );
}
