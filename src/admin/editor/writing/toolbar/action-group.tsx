import { Toolbar } from '@base-ui/react/toolbar';
import { type Editor, useEditorState } from '@tiptap/react';
import type { ToolbarAction } from './actions.ts';
import { returnToText } from '../return-to-text.ts';
import { ToolbarButton } from './toolbar-button.tsx';

interface ActionGroupProps {
  readonly editor: Editor;
  readonly label: string;
  readonly actions: readonly ToolbarAction[];
}

/** Buttons that belong together. */
export function ActionGroup({ editor, label, actions }: ActionGroupProps) {
  const on = useEditorState({
    editor,
    selector: () => actions.map((action) => action.isOn?.(editor)),
  });
  return (
    <Toolbar.Group className="tool-group" aria-label={label}>
      {actions.map((action, index) => (
        <ToolbarButton
          key={action.name}
          label={action.label}
          shortcut={action.shortcut}
          isOn={on[index]}
          onClick={(event) => {
            action.run(editor);
            // Who points goes on writing; who came by keyboard stays in the toolbar and may press more.
            if (event.detail > 0) returnToText(editor);
          }}
        >
          <action.icon size={18} aria-hidden="true" />
        </ToolbarButton>
      ))}
    </Toolbar.Group>
  );
}
