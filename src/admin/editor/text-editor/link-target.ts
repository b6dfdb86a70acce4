import type { Mark } from '@tiptap/pm/model';
import { type EditorState, TextSelection } from '@tiptap/pm/state';

/** Where a link is set: on the selected text, or on new text at a position, if no text is selected. */
export type LinkTarget = { readonly kind: 'selection' } | { readonly kind: 'insertion'; readonly at: number };

/** Null where a link would change nothing: on a picture, whose dialog has its link, and in code. */
export function linkTarget({ doc, schema, selection }: EditorState): LinkTarget | null {
  const link = schema.marks['link']?.create({ href: '' });
  if (link === undefined) return null;
  const { $from, from, to, empty } = selection;
  if (empty && link.type.isInSet($from.marks())) return { kind: 'selection' };
  let hasText = false;
  if (!empty)
    doc.nodesBetween(from, to, (node, _, parent) => {
      const isText = node.isText && parent?.type.allowsMarkType(link.type) === true;
      hasText ||= isText && acceptsMark(node.marks, link);
    });
  if (hasText) return { kind: 'selection' };
  // The selection may cover no text: a double click beside a line selects only its end.
  const isInText = selection instanceof TextSelection && $from.parent.type.allowsMarkType(link.type);
  return isInText && doc.textBetween(from, to) === '' ? { kind: 'insertion', at: from } : null;
}

/** Text that is marked as code has no other marks. */
const acceptsMark = (marks: readonly Mark[], mark: Mark): boolean =>
  mark.type.isInSet(mark.addToSet(marks)) !== undefined;
