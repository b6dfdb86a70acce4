import { Menu } from '@base-ui/react/menu';
import { type Editor, useEditorState } from '@tiptap/react';
import { Check, ChevronDown } from 'lucide-react';
import type { RefObject } from 'react';
import { shownShortcut } from './shortcut.ts';
import { returnToText } from '../return-to-text.ts';
import { ToolbarButton } from './toolbar-button.tsx';

interface HeadingMenuProps {
  readonly editor: Editor;
  /** What the menu is put into when it opens. */
  readonly place: RefObject<HTMLElement | null>;
}

const LEVELS = [1, 2, 3, 4] as const;

/** Headings and normal text. "Heading 1" is the largest an article has: the title stands above it. */
export function HeadingMenu({ editor, place }: HeadingMenuProps) {
  const level = useEditorState({
    editor,
    selector: () => LEVELS.find((entry) => editor.isActive('heading', { level: entry })) ?? 0,
  });
  const choose = (chosen: number) => {
    const heading = LEVELS.find((entry) => entry === chosen);
    if (heading === undefined) editor.commands.setParagraph();
    else editor.commands.setHeading({ level: heading });
  };
  const shown = level === 0 ? 'Normal' : `Heading ${level}`;
  return (
    <Menu.Root>
      <ToolbarButton label={`Paragraph style: ${shown}`} opens={<Menu.Trigger className="tool tool-wide" />}>
        <span>{shown}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </ToolbarButton>
      <Menu.Portal container={place}>
        <Menu.Positioner className="menu-place" sideOffset={4} align="start">
          <Menu.Popup className="menu" finalFocus={() => returnToText(editor)}>
            <Menu.RadioGroup value={level} onValueChange={choose}>
              {[...LEVELS, 0].map((entry) => (
                <Menu.RadioItem
                  key={entry}
                  value={entry}
                  closeOnClick
                  className={`menu-item heading-sample-${entry}`}
                >
                  <Menu.RadioItemIndicator className="menu-check" keepMounted>
                    {entry === level && <Check size={16} aria-hidden="true" />}
                  </Menu.RadioItemIndicator>
                  <span>{entry === 0 ? 'Normal' : `Heading ${entry}`}</span>
                  <kbd>{shownShortcut(`Mod-Alt-${entry}`)}</kbd>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
