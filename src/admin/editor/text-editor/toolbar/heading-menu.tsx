import { Menu } from '@base-ui/react/menu';
import { type Editor, useEditorState } from '@tiptap/react';
import { ChevronDown } from 'lucide-react';
import type { RefObject } from 'react';
import { MenuCheck } from './menu-check.tsx';
import { displayShortcut } from './shortcut.ts';
import { focusEditor } from '../focus-editor.ts';
import { ToolbarButton } from './toolbar-button.tsx';

interface HeadingMenuProps {
  readonly editor: Editor;
  /** Container of the popup. */
  readonly popupContainer: RefObject<HTMLElement | null>;
}

const LEVELS = [1, 2, 3, 4] as const;

/** Menu of paragraph styles. "Heading 1" is the largest heading in the body, below the title. */
export function HeadingMenu({ editor, popupContainer }: HeadingMenuProps) {
  const level = useEditorState({
    editor,
    selector: () => LEVELS.find((entry) => editor.isActive('heading', { level: entry })) ?? 0,
  });
  const choose = (chosen: number) => {
    const heading = LEVELS.find((entry) => entry === chosen);
    if (heading === undefined) editor.commands.setParagraph();
    else editor.commands.setHeading({ level: heading });
  };
  const label = level === 0 ? 'Normal' : `Heading ${level}`;
  return (
    <Menu.Root>
      <ToolbarButton
        label={`Paragraph style: ${label}`}
        trigger={<Menu.Trigger className="tool tool-wide" />}
      >
        <span>{label}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </ToolbarButton>
      <Menu.Portal container={popupContainer}>
        <Menu.Positioner className="menu-positioner" sideOffset={4} align="start">
          <Menu.Popup className="menu" finalFocus={() => focusEditor(editor)}>
            <Menu.RadioGroup value={level} onValueChange={choose}>
              {[...LEVELS, 0].map((entry) => (
                <Menu.RadioItem
                  key={entry}
                  value={entry}
                  closeOnClick
                  className={`menu-item heading-sample-${entry}`}
                >
                  <MenuCheck isChosen={entry === level} />
                  <span>{entry === 0 ? 'Normal' : `Heading ${entry}`}</span>
                  <kbd>{displayShortcut(`Mod-Alt-${entry}`)}</kbd>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
