import { Extension } from '@tiptap/core';
import { isHistoryTransaction } from '@tiptap/pm/history';
import { Fragment, type Mark, type MarkType, type Node, Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import { findAddresses } from './addresses.ts';

/** Makes an address a link when a space or a line break is typed after it. */
export const AutoLink = Extension.create({
  name: 'autoLink',

  addProseMirrorPlugins() {
    const link = this.editor.schema.marks['link'];
    if (link === undefined) return [];
    return [
      new Plugin({
        appendTransaction(transactions, _before, state) {
          return transactions.some(isTyping) ? linkWordBeforeCursor(state, link) : null;
        },
      }),
    ];
  },
});

/** A paste is linked before it is inserted (`linkAddresses`), and an undone link stays away. */
function isTyping(tr: Transaction): boolean {
  return (
    tr.steps.some((step) => step instanceof ReplaceStep && step.slice.size > 0) &&
    !isHistoryTransaction(tr) &&
    tr.getMeta('paste') !== true
  );
}

function linkWordBeforeCursor({ selection, tr }: EditorState, link: MarkType): Transaction | null {
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock) return null;
  const end = endOfWord(tr.doc, $from.pos);
  if (end === null) return null;
  const $end = tr.doc.resolve(end);
  const text = $end.parent.textBetween(0, $end.parentOffset, null, ' ');
  const wordStart = startOfLastWord(text);
  const address = findAddresses(text.slice(wordStart)).at(-1);
  if (address === undefined) return null;
  const blockStart = end - text.length;
  const [from, to] = [blockStart + wordStart + address.start, blockStart + wordStart + address.end];
  if (!acceptsLink($end.parent, link) || hasMark(tr.doc, { from, to })) return null;
  return tr.addMark(from, to, link.create({ href: address.href })).removeStoredMark(link);
}

function startOfLastWord(text: string): number {
  let at = text.length;
  while (at > 0 && !/\s/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** The end of the word before a space that the cursor follows, or before the beginning of a block; null if there is no word. */
function endOfWord(doc: Node, cursor: number): number | null {
  const $cursor = doc.resolve(cursor);
  if ($cursor.parentOffset > 0) {
    const [before, last] = [
      $cursor.nodeBefore,
      $cursor.parent.textBetween(0, $cursor.parentOffset, null, ' '),
    ];
    return before !== null && /\S\s$/.test(last) ? cursor - 1 : null;
  }
  const previous = doc.resolve($cursor.before()).nodeBefore;
  return previous?.isTextblock === true && /\S$/.test(previous.textContent) ? $cursor.before() - 1 : null;
}

const acceptsLink = (block: Node, link: MarkType): boolean => block.type.allowsMarkType(link);

function hasMark(doc: Node, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return ['link', 'code'].some((name) => {
    const type = doc.type.schema.marks[name];
    return type !== undefined && doc.rangeHasMark(from, to, type);
  });
}

/** Makes the addresses in pasted text links. */
export function linkAddresses(slice: Slice, link: MarkType): Slice {
  return new Slice(linkIn(slice.content, link, true), slice.openStart, slice.openEnd);
}

function linkIn(fragment: Fragment, link: MarkType, isAllowed: boolean): Fragment {
  const nodes: Node[] = [];
  fragment.forEach((node) => {
    if (!node.isText) {
      const content = linkIn(node.content, link, !node.isTextblock || acceptsLink(node, link));
      nodes.push(node.copy(content));
    } else if (isAllowed && !node.marks.some(isLinkOrCode)) nodes.push(...linkInText(node, link));
    else nodes.push(node);
  });
  return Fragment.fromArray(nodes);
}

const isLinkOrCode = ({ type }: Mark): boolean => type.name === 'link' || type.name === 'code';

function linkInText(node: Node, link: MarkType): Node[] {
  const text = node.text ?? '';
  const parts: Node[] = [];
  let from = 0;
  const add = (to: number, href: string | null) => {
    if (to > from) {
      const part = node.cut(from, to);
      parts.push(href === null ? part : part.mark(link.create({ href }).addToSet(part.marks)));
    }
    from = to;
  };
  for (const { start, end, href } of findAddresses(text)) {
    add(start, null);
    add(end, href);
  }
  add(text.length, null);
  return parts;
}
