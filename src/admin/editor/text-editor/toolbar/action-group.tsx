import { Toolbar } from '@base-ui/react/toolbar';
import { type Editor, useEditorState } from '@tiptap/react';
import type { ToolbarAction } from './actions.ts';
import { focusEditor } from '../focus-editor.ts';
import { ToolbarButton } from './toolbar-button.tsx';

interface ActionGroupProps {
  readonly editor: Editor;
  readonly label: string;
  readonly actions: readonly ToolbarAction[];
}

/** A group of toolbar buttons. */
export function ActionGroup({ editor, label, actions }: ActionGroupProps) {
  const active = useEditorState({
    editor,
    selector: () => actions.map((action) => action.isActive?.(editor)),
  });
  return (
    <Toolbar.Group className="tool-group" aria-label={label}>
      {actions.map((action, index) => (
        <ToolbarButton
          key={action.name}
          label={action.label}
          shortcut={action.shortcut}
          isActive={active[index]}
          onClick={(event) => {
            action.run(editor);
            // `detail` is 0 for a keyboard activation: then the focus stays in the toolbar.
            if (event.detail > 0) focusEditor(editor);
          }}
        >
          <action.icon size={18} aria-hidden="true" />
        </ToolbarButton>
      ))}
    </Toolbar.Group>
  );
}
