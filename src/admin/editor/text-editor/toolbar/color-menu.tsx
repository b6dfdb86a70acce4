import { type Editor, useEditorState } from '@tiptap/react';
import { Baseline, Highlighter } from 'lucide-react';
import type { RefObject } from 'react';
import { COLOURS, isColour } from '#domain/articles/colours.ts';
import { focusEditor } from '../focus-editor.ts';
import { RadioMenu } from './radio-menu.tsx';

interface ColorMenuProps {
  readonly editor: Editor;
  /** `ink`: text color; `tint`: background color. */
  readonly kind: 'ink' | 'tint';
  /** Container of the popup. */
  readonly popupContainer: RefObject<HTMLElement | null>;
}

const NONE = 'none';
const LABELS = { ink: 'Text color', tint: 'Background color' };

/** Menu of the color palette. Each name is shown in its color. */
export function ColorMenu({ editor, kind, popupContainer }: ColorMenuProps) {
  const color = useEditorState({
    editor,
    selector: () => (editor.getAttributes(kind)['color'] as string | null | undefined) ?? NONE,
  });
  const choose = (chosen: string) => {
    if (isColour(chosen)) editor.commands.setMark(kind, { color: chosen });
    else editor.commands.unsetMark(kind);
  };
  const Icon = kind === 'ink' ? Baseline : Highlighter;
  const items = [NONE, ...COLOURS].map((name) => ({
    value: name,
    content: <span {...(name === NONE ? {} : { [`data-${kind}`]: name })}>{colorLabel(name)}</span>,
  }));
  return (
    <RadioMenu
      label={color === NONE ? LABELS[kind] : `${LABELS[kind]}: ${color}`}
      popupClassName="menu menu-colors"
      popupContainer={popupContainer}
      items={items}
      value={color}
      onChange={choose}
      finalFocus={() => focusEditor(editor)}
    >
      <Icon size={18} aria-hidden="true" />
      {/* A bar in the selected color. */}
      <span
        className="tool-color"
        aria-hidden="true"
        {...(color === NONE ? {} : { [`data-${kind}`]: color })}
      />
    </RadioMenu>
  );
}

function colorLabel(color: string): string {
  return color === NONE ? 'No color' : color.charAt(0).toUpperCase() + color.slice(1);
}
