import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import {
  Selection,
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state';
import type { Slice } from '@tiptap/pm/model';
import { cleanPaste } from './clean-paste.ts';
import type { ConvertedMarkdown } from './markdown.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A pasted text in Markdown, about which the user is asked. */
export type MarkdownPaste =
  | (Range & { readonly kind: 'text'; readonly text: string })
  | (Range & {
      readonly kind: 'converted';
      /** What was in the place of the range. */
      readonly before: Slice;
    });

/** The paste that is being inserted. */
type Insertion = Pick<MarkdownPaste, 'kind'> & { readonly text: string };

const key = new PluginKey<MarkdownPaste | null>('markdownPaste');

/** The question is withdrawn when the text is changed. */
export function markdownPaste(): Plugin<MarkdownPaste | null> {
  return new Plugin<MarkdownPaste | null>({
    key,
    state: {
      init: () => null,
      apply(tr, paste) {
        const change = tr.getMeta(key) as MarkdownPaste | null | undefined;
        if (change !== undefined) return change;
        if (paste === null || !tr.docChanged) return paste;
        const [from, to] = [tr.mapping.map(paste.from, 1), tr.mapping.map(paste.to, -1)];
        // Pictures are imported meanwhile, which nobody undoes.
        if (tr.getMeta('addToHistory') === false) return from < to ? { ...paste, from, to } : null;
        return touches(tr, paste) || from >= to ? null : { ...paste, from, to };
      },
    },
  });
}

function touches(tr: Transaction, { from, to }: Range): boolean {
  const changed = changedRanges(tr)?.before;
  return changed !== undefined && changed.from < to && changed.to > from;
}

export const findMarkdownPaste = (state: EditorState): MarkdownPaste | null => key.getState(state) ?? null;

/** Inserts the text as it is, and asks whether to convert it. */
export function pasteMarkdownText(editor: Editor, text: string): void {
  insert(editor, { kind: 'text', text }, () => editor.view.pasteText(text));
}

/** Replaces the pasted text by its conversion. Returns texts about what was not kept. */
export function replaceByConversion(editor: Editor, converted: ConvertedMarkdown): readonly string[] {
  const paste = findMarkdownPaste(editor.state);
  if (paste?.kind !== 'text') return [];
  const { html, notices } = cleanPaste(converted.html);
  const { tr, doc } = editor.state;
  const [start, end] = [doc.resolve(paste.from), doc.resolve(paste.to)];
  editor.view.dispatch(closeHistory(tr.setSelection(TextSelection.between(start, end))));
  insert(editor, { kind: 'converted', text: paste.text }, () => editor.view.pasteHTML(asSlice(html)));
  return [...converted.notices, ...notices.map(({ text }) => text)];
}

/**
 * HTML as ProseMirror copies it. Only a paragraph continues the text before or after it: a heading would become part of a paragraph in
 * which the text was pasted.
 */
function asSlice(html: string): string {
  const openStart = Number(/^\s*<p[\s>]/.test(html));
  const openEnd = Number(html.trimEnd().endsWith('</p>'));
  return `<div data-pm-slice="${openStart} ${openEnd} []">${html}</div>`;
}

/** Ends the question, and restores the text if it was converted. */
export function restoreMarkdownText(editor: Editor): void {
  const paste = findMarkdownPaste(editor.state);
  if (paste === null) return;
  const tr = closeHistory(editor.state.tr).setMeta(key, null);
  if (paste.kind === 'converted') {
    tr.replace(paste.from, paste.to, paste.before);
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(paste.to)), -1));
  }
  editor.view.dispatch(tr);
  editor.view.focus();
}

export function dismissMarkdownPaste({ view, state }: Editor): void {
  view.dispatch(state.tr.setMeta(key, null));
}

/** Remembers what a paste changes. */
function insert(editor: Editor, { kind, text }: Insertion, paste: () => void): void {
  let inserted: MarkdownPaste | null = null;
  const remember = ({ transaction }: { readonly transaction: Transaction }) => {
    const changed = transaction.getMeta('paste') === true ? changedRanges(transaction) : null;
    if (changed === null) return;
    const { after, before } = changed;
    inserted =
      kind === 'text'
        ? { kind, text, ...after }
        : { kind, ...after, before: transaction.before.slice(before.from, before.to) };
  };
  editor.on('transaction', remember);
  paste();
  editor.off('transaction', remember);
  editor.view.dispatch(closeHistory(editor.state.tr).setMeta(key, inserted));
}

/** The changed part of the document, before and after a transaction. Null if it changes nothing. */
function changedRanges({ mapping }: Transaction): { readonly before: Range; readonly after: Range } | null {
  const inverse = mapping.invert();
  let [from, to] = [Infinity, -1];
  for (const [index, map] of mapping.maps.entries())
    map.forEach((_start, _end, start, end) => {
      const later = mapping.slice(index + 1);
      from = Math.min(from, later.map(start, -1));
      to = Math.max(to, later.map(end, 1));
    });
  if (to === -1) return null;
  return { after: { from, to }, before: { from: inverse.map(from, -1), to: inverse.map(to, 1) } };
}
