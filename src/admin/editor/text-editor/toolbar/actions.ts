import type { Editor } from '@tiptap/core';
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Code,
  CodeXml,
  IndentDecrease,
  IndentIncrease,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  RemoveFormatting,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';

/** A toolbar button that applies a command. */
export interface ToolbarAction {
  readonly name: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** In ProseMirror notation: `Mod-b`. */
  readonly shortcut?: string;
  /** Only for formats that can be toggled. */
  readonly isActive?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => unknown;
}

const format = (
  name: string,
  label: string,
  icon: LucideIcon,
  shortcut: string,
  run: ToolbarAction['run'],
): ToolbarAction => ({ name, label, icon, shortcut, isActive: (editor) => editor.isActive(name), run });

const alignment = (align: string, label: string, icon: LucideIcon, key: string): ToolbarAction => ({
  name: `align-${align}`,
  label,
  icon,
  shortcut: `Mod-Shift-${key}`,
  isActive: (editor) => editor.isActive({ textAlign: align }),
  run: ({ commands }) => commands.toggleTextAlign(align),
});

export const TEXT_ACTIONS: readonly ToolbarAction[] = [
  format('bold', 'Bold', Bold, 'Mod-b', ({ commands }) => commands.toggleBold()),
  format('italic', 'Italic', Italic, 'Mod-i', ({ commands }) => commands.toggleItalic()),
  format('underline', 'Underline', Underline, 'Mod-u', ({ commands }) => commands.toggleUnderline()),
  format('strike', 'Strikethrough', Strikethrough, 'Mod-Shift-s', ({ commands }) => commands.toggleStrike()),
  format('code', 'Code', Code, 'Mod-e', ({ commands }) => commands.toggleCode()),
];

export const PARAGRAPH_ACTIONS: readonly ToolbarAction[] = [
  format('blockquote', 'Quote', Quote, 'Mod-Shift-b', ({ commands }) => commands.toggleBlockquote()),
  format('codeBlock', 'Code block', CodeXml, 'Mod-Alt-c', ({ commands }) => commands.toggleCodeBlock()),
  format('bulletList', 'Bulleted list', List, 'Mod-Shift-8', ({ commands }) => commands.toggleBulletList()),
  format('orderedList', 'Numbered list', ListOrdered, 'Mod-Shift-7', ({ commands }) =>
    commands.toggleOrderedList(),
  ),
];

export const ALIGNMENT_ACTIONS: readonly ToolbarAction[] = [
  {
    name: 'outdent',
    label: 'Decrease indent',
    icon: IndentDecrease,
    shortcut: 'Mod-[',
    run: ({ commands }) => commands.outdent(),
  },
  {
    name: 'indent',
    label: 'Increase indent',
    icon: IndentIncrease,
    shortcut: 'Mod-]',
    run: ({ commands }) => commands.indent(),
  },
  alignment('left', 'Align left', AlignLeft, 'l'),
  alignment('center', 'Align center', AlignCenter, 'e'),
  alignment('right', 'Align right', AlignRight, 'r'),
  alignment('justify', 'Justify', AlignJustify, 'j'),
];

export const DIVIDER: ToolbarAction = {
  name: 'divider',
  label: 'Section divider',
  icon: Minus,
  run: ({ commands }) => commands.setHorizontalRule(),
};

export const CLEAR: ToolbarAction = {
  name: 'clear',
  label: 'Clear formatting',
  icon: RemoveFormatting,
  shortcut: 'Mod-\\',
  run: (editor) => editor.chain().unsetAllMarks().clearNodes().run(),
};

/** Of the selected picture, or of the one whose caption has the cursor. */
export const PICTURE_SHORTCUTS = {
  up: { label: 'Move picture up', shortcut: 'Alt-Shift-ArrowUp' },
  down: { label: 'Move picture down', shortcut: 'Alt-Shift-ArrowDown' },
} as const;

export const HISTORY: readonly ToolbarAction[] = [
  { name: 'undo', label: 'Undo', icon: Undo2, shortcut: 'Mod-z', run: ({ commands }) => commands.undo() },
  {
    name: 'redo',
    label: 'Redo',
    icon: Redo2,
    shortcut: 'Mod-Shift-z',
    run: ({ commands }) => commands.redo(),
  },
];
