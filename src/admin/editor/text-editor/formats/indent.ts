import { Extension } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    indent: {
      /** Changes the indentation by one level; for a list item, its nesting level. */
      indent: () => ReturnType;
      outdent: () => ReturnType;
    };
  }
}

const MAX_INDENT = 8;
const INDENTABLE_NODES = ['paragraph', 'heading', 'blockquote'];

/**
 * Indents blocks with `data-indent`, 1 to 8. Tab changes the level of a list item. Elsewhere, and where the item has no other level, Tab
 * moves the focus out of the editor.
 */
export const Indent = Extension.create({
  name: 'indent',

  addGlobalAttributes() {
    return [
      {
        types: INDENTABLE_NODES,
        attributes: {
          indent: {
            default: 0,
            parseHTML: (element) => clampIndent(Number(element.getAttribute('data-indent'))),
            renderHTML: ({ indent }) => (indent > 0 ? { 'data-indent': indent } : {}),
          },
        },
      },
    ];
  },

  addCommands() {
    return {
      indent:
        () =>
        ({ editor, commands, tr }) =>
          editor.isActive('listItem') ? commands.sinkListItem('listItem') : changeIndent(tr, 1),
      outdent:
        () =>
        ({ editor, commands, tr }) =>
          editor.isActive('listItem') ? commands.liftListItem('listItem') : changeIndent(tr, -1),
    };
  },

  addKeyboardShortcuts() {
    return {
      Tab: () => this.editor.isActive('listItem') && this.editor.commands.sinkListItem('listItem'),
      'Shift-Tab': () => this.editor.isActive('listItem') && this.editor.commands.liftListItem('listItem'),
      'Mod-]': () => this.editor.commands.indent(),
      'Mod-[': () => this.editor.commands.outdent(),
      'Mod-\\': () => this.editor.chain().unsetAllMarks().clearNodes().run(),
    };
  },
});

/** Changes the indentation of the selected blocks. A blockquote is indented as a whole, not its paragraphs. */
function changeIndent(tr: Transaction, by: 1 | -1): boolean {
  const { from, to } = tr.selection;
  let hasChanged = false;
  tr.doc.nodesBetween(from, to, (node, position) => {
    if (!INDENTABLE_NODES.includes(node.type.name)) return true;
    const indent = clampIndent(Number(node.attrs['indent']) + by);
    if (indent !== node.attrs['indent']) {
      tr.setNodeAttribute(position, 'indent', indent);
      hasChanged = true;
    }
    return false;
  });
  return hasChanged;
}

function clampIndent(depth: number): number {
  return Number.isInteger(depth) ? Math.min(MAX_INDENT, Math.max(0, depth)) : 0;
}
