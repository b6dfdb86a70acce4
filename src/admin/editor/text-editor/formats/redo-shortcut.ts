import { Extension } from '@tiptap/core';

/**
 * Handles the shortcut of Redo even when there is nothing to redo. macOS reports the letter of Command-Shift-Z in lower case, and
 * a shortcut that is not handled is looked up again without Shift, which is Undo.
 */
export const RedoShortcut = Extension.create({
  name: 'redoShortcut',
  // Before the history, whose shortcut reports whether something was redone.
  priority: 1_000,

  addKeyboardShortcuts() {
    return {
      'Shift-Mod-z': () => {
        this.editor.commands.redo();
        return true;
      },
    };
  },
});
