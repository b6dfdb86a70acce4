import { Menu } from '@base-ui/react/menu';
import { type Editor, useEditorState } from '@tiptap/react';
import { Baseline, Check, Highlighter } from 'lucide-react';
import type { RefObject } from 'react';
import { COLOURS, isColour } from '#domain/articles/colours.ts';
import { returnToText } from '../return-to-text.ts';
import { ToolbarButton } from './toolbar-button.tsx';

interface ColourMenuProps {
  readonly editor: Editor;
  /** Of letters, or of what lies behind them. */
  readonly kind: 'ink' | 'tint';
  /** What the menu is put into when it opens. */
  readonly place: RefObject<HTMLElement | null>;
}

const NONE = 'none';
const LABELS = { ink: 'Text colour', tint: 'Background colour' };

/** The palette: each name in its own colour, readable in light and dark. */
export function ColourMenu({ editor, kind, place }: ColourMenuProps) {
  const colour = useEditorState({
    editor,
    selector: () => (editor.getAttributes(kind)['colour'] as string | null | undefined) ?? NONE,
  });
  const choose = (chosen: string) => {
    if (isColour(chosen)) editor.commands.setMark(kind, { colour: chosen });
    else editor.commands.unsetMark(kind);
  };
  const Icon = kind === 'ink' ? Baseline : Highlighter;
  return (
    <Menu.Root>
      <ToolbarButton
        label={colour === NONE ? LABELS[kind] : `${LABELS[kind]}: ${colour}`}
        opens={<Menu.Trigger className="tool" />}
      >
        <Icon size={18} aria-hidden="true" />
        {/* a bar in the chosen colour */}
        <span
          className="tool-colour"
          aria-hidden="true"
          {...(colour === NONE ? {} : { [`data-${kind}`]: colour })}
        />
      </ToolbarButton>
      <Menu.Portal container={place}>
        <Menu.Positioner className="menu-place" sideOffset={4} align="start">
          <Menu.Popup className="menu menu-colours" finalFocus={() => returnToText(editor)}>
            <Menu.RadioGroup value={colour} onValueChange={choose}>
              {[NONE, ...COLOURS].map((name) => (
                <Menu.RadioItem key={name} value={name} closeOnClick className="menu-item">
                  <Menu.RadioItemIndicator className="menu-check" keepMounted>
                    {name === colour && <Check size={16} aria-hidden="true" />}
                  </Menu.RadioItemIndicator>
                  <span {...(name === NONE ? {} : { [`data-${kind}`]: name })}>{nameOf(name)}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function nameOf(colour: string): string {
  return colour === NONE ? 'No colour' : colour.charAt(0).toUpperCase() + colour.slice(1);
}
