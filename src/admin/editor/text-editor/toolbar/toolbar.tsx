import { Toolbar as Primitive } from '@base-ui/react/toolbar';
import { Tooltip } from '@base-ui/react/tooltip';
import { type Editor, useEditorState } from '@tiptap/react';
import { Link } from 'lucide-react';
import type { RefObject } from 'react';
import { linkTarget } from '../link-target.ts';
import { ActionGroup } from './action-group.tsx';
import { PARAGRAPH_ACTIONS, CLEAR, DIVIDER, HISTORY, TEXT_ACTIONS, ALIGNMENT_ACTIONS } from './actions.ts';
import { ColorMenu } from './color-menu.tsx';
import { HeadingMenu } from './heading-menu.tsx';
import { PictureGroup } from './picture-group.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

interface ToolbarProps {
  readonly editor: Editor;
  /** Id of the contenteditable element. */
  readonly controls: string;
  /** Container of the popups, so that they stay in the same landmark region as the editor. */
  readonly popupContainer: RefObject<HTMLElement | null>;
  readonly onLink: () => void;
  readonly onInsertPicture: () => void;
}

/** The formatting toolbar. It is a single tab stop; arrow keys move between its buttons. */
export function Toolbar({ editor, controls, popupContainer, onLink, onInsertPicture }: ToolbarProps) {
  const { isLink, canLink } = useEditorState({
    editor,
    selector: () => ({ isLink: editor.isActive('link'), canLink: linkTarget(editor.state) !== null }),
  });
  return (
    <Tooltip.Provider delay={500}>
      <Primitive.Root className="toolbar" aria-label="Formatting" aria-controls={controls}>
        <Primitive.Group className="tool-group" aria-label="Style and color">
          <HeadingMenu editor={editor} popupContainer={popupContainer} />
          <ColorMenu editor={editor} kind="ink" popupContainer={popupContainer} />
          <ColorMenu editor={editor} kind="tint" popupContainer={popupContainer} />
        </Primitive.Group>
        <ActionGroup editor={editor} label="Text" actions={TEXT_ACTIONS} />
        <ActionGroup editor={editor} label="Paragraph" actions={PARAGRAPH_ACTIONS} />
        <ActionGroup editor={editor} label="Alignment" actions={ALIGNMENT_ACTIONS} />
        <Primitive.Group className="tool-group" aria-label="Insert">
          <ToolbarButton
            label="Link"
            shortcut="Mod-k"
            isActive={isLink}
            isDisabled={!canLink}
            onClick={onLink}
          >
            <Link size={18} aria-hidden="true" />
          </ToolbarButton>
        </Primitive.Group>
        <PictureGroup editor={editor} onInsert={onInsertPicture} />
        <ActionGroup editor={editor} label="More" actions={[DIVIDER, CLEAR]} />
        <ActionGroup editor={editor} label="History" actions={HISTORY} />
      </Primitive.Root>
    </Tooltip.Provider>
  );
}
