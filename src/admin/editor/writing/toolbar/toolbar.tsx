import { Toolbar as Primitive } from '@base-ui/react/toolbar';
import { Tooltip } from '@base-ui/react/tooltip';
import { type Editor, useEditorState } from '@tiptap/react';
import { Image, Link } from 'lucide-react';
import type { RefObject } from 'react';
import { ActionGroup } from './action-group.tsx';
import { BLOCKS, CLEAR, DIVIDER, HISTORY, LETTERS, PLACES } from './actions.ts';
import { ColourMenu } from './colour-menu.tsx';
import { HeadingMenu } from './heading-menu.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

interface ToolbarProps {
  readonly editor: Editor;
  /** The element that is written in. */
  readonly controls: string;
  /** Holds what opens from the toolbar, so that it stays in the region of the page it belongs to. */
  readonly place: RefObject<HTMLElement | null>;
  readonly isPictureSelected: boolean;
  readonly onLink: () => void;
  /** Inserts a picture, or asks about the selected one. */
  readonly onPicture: () => void;
}

/** Every format of an article. One stop of the Tab key; arrow keys move within. */
export function Toolbar({ editor, controls, place, isPictureSelected, onLink, onPicture }: ToolbarProps) {
  const isLink = useEditorState({ editor, selector: () => editor.isActive('link') });
  return (
    <Tooltip.Provider delay={500}>
      <Primitive.Root className="toolbar" aria-label="Formatting" aria-controls={controls}>
        <Primitive.Group className="tool-group" aria-label="Style and colour">
          <HeadingMenu editor={editor} place={place} />
          <ColourMenu editor={editor} kind="ink" place={place} />
          <ColourMenu editor={editor} kind="tint" place={place} />
        </Primitive.Group>
        <ActionGroup editor={editor} label="Letters" actions={LETTERS} />
        <ActionGroup editor={editor} label="Blocks" actions={BLOCKS} />
        <ActionGroup editor={editor} label="Place" actions={PLACES} />
        <Primitive.Group className="tool-group" aria-label="Insert">
          <ToolbarButton label="Link" shortcut="Mod-k" isOn={isLink} onClick={onLink}>
            <Link size={18} aria-hidden="true" />
          </ToolbarButton>
          <ToolbarButton
            label={isPictureSelected ? 'Describe the picture' : 'Insert picture'}
            onClick={onPicture}
          >
            <Image size={18} aria-hidden="true" />
          </ToolbarButton>
        </Primitive.Group>
        <ActionGroup editor={editor} label="More" actions={[DIVIDER, CLEAR]} />
        <ActionGroup editor={editor} label="History" actions={HISTORY} />
      </Primitive.Root>
    </Tooltip.Provider>
  );
}
