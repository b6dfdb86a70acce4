import { Extension } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    indent: {
      /** One step in, or out; an item of a list sinks or is lifted instead. */
      indent: () => ReturnType;
      outdent: () => ReturnType;
    };
  }
}

const DEEPEST = 8;
const INDENTED = ['paragraph', 'heading', 'blockquote'];

/** Indents blocks by `data-indent`, 1 to 8. Not by Tab, which leaves the editor. */
export const Indent = Extension.create({
  name: 'indent',

  addGlobalAttributes() {
    return [
      {
        types: INDENTED,
        attributes: {
          indent: {
            default: 0,
            parseHTML: (element) => within(Number(element.getAttribute('data-indent'))),
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
          editor.isActive('listItem') ? commands.sinkListItem('listItem') : shift(tr, 1),
      outdent:
        () =>
        ({ editor, commands, tr }) =>
          editor.isActive('listItem') ? commands.liftListItem('listItem') : shift(tr, -1),
    };
  },

  addKeyboardShortcuts() {
    return {
      'Mod-]': () => this.editor.commands.indent(),
      'Mod-[': () => this.editor.commands.outdent(),
      'Mod-\\': () => this.editor.chain().unsetAllMarks().clearNodes().run(),
    };
  },
});

/** Moves the blocks of the selection; of a quotation the whole, not the paragraphs in it. */
function shift(tr: Transaction, by: 1 | -1): boolean {
  const { from, to } = tr.selection;
  let hasMoved = false;
  tr.doc.nodesBetween(from, to, (node, position) => {
    if (!INDENTED.includes(node.type.name)) return true;
    const indent = within(Number(node.attrs['indent']) + by);
    if (indent !== node.attrs['indent']) {
      tr.setNodeAttribute(position, 'indent', indent);
      hasMoved = true;
    }
    return false;
  });
  return hasMoved;
}

function within(depth: number): number {
  return Number.isInteger(depth) ? Math.min(DEEPEST, Math.max(0, depth)) : 0;
}
