import { Menu } from '@base-ui/react/menu';
import { type Editor, useEditorState } from '@tiptap/react';
import { Baseline, Highlighter } from 'lucide-react';
import type { RefObject } from 'react';
import { COLOURS, isColour } from '#domain/articles/colours.ts';
import { focusEditor } from '../focus-editor.ts';
import { MenuCheck } from './menu-check.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

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
  return (
    <Menu.Root>
      <ToolbarButton
        label={color === NONE ? LABELS[kind] : `${LABELS[kind]}: ${color}`}
        trigger={<Menu.Trigger className="tool" />}
      >
        <Icon size={18} aria-hidden="true" />
        {/* A bar in the selected color. */}
        <span
          className="tool-color"
          aria-hidden="true"
          {...(color === NONE ? {} : { [`data-${kind}`]: color })}
        />
      </ToolbarButton>
      <Menu.Portal container={popupContainer}>
        <Menu.Positioner className="menu-positioner" sideOffset={4} align="start">
          <Menu.Popup className="menu menu-colors" finalFocus={() => focusEditor(editor)}>
            <Menu.RadioGroup value={color} onValueChange={choose}>
              {[NONE, ...COLOURS].map((name) => (
                <Menu.RadioItem key={name} value={name} closeOnClick className="menu-item">
                  <MenuCheck isChosen={name === color} />
                  <span {...(name === NONE ? {} : { [`data-${kind}`]: name })}>{colorLabel(name)}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function colorLabel(color: string): string {
  return color === NONE ? 'No color' : color.charAt(0).toUpperCase() + color.slice(1);
}
