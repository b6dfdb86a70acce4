import { type Editor, useEditorState } from '@tiptap/react';
import { ChevronDown } from 'lucide-react';
import type { RefObject } from 'react';
import { displayShortcut } from './shortcut.ts';
import { focusEditor } from '../focus-editor.ts';
import { RadioMenu } from './radio-menu.tsx';

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
  const items = [...LEVELS, 0].map((entry) => ({
    value: entry,
    className: `menu-item heading-sample-${entry}`,
    content: (
      <>
        <span>{entry === 0 ? 'Normal' : `Heading ${entry}`}</span>
        <kbd>{displayShortcut(`Mod-Alt-${entry}`)}</kbd>
      </>
    ),
  }));
  return (
    <RadioMenu
      label={`Paragraph style: ${label}`}
      isWide
      popupContainer={popupContainer}
      items={items}
      value={level}
      onChange={choose}
      finalFocus={() => focusEditor(editor)}
    >
      <span>{label}</span>
      <ChevronDown size={14} aria-hidden="true" />
    </RadioMenu>
  );
}
