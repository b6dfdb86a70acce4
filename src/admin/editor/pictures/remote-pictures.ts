import type { Editor } from '@tiptap/core';
import { isPicture } from '../writing/formats/picture.ts';
import type { StoredPicture } from './send-picture.ts';
import type { Uploads } from './uploads.ts';

/** Addresses the server is fetching from for an editor, so that none is asked for twice. */
const fetching = new WeakMap<Editor, Set<string>>();

/**
 * Has the server fetch the pictures of other sites that are in the text, and shows them from our own store then. One that
 * cannot be fetched is taken out of the text; `onLost` gets its address and the reason.
 */
export function storeRemotePictures(
  editor: Editor,
  uploads: Uploads,
  onLost: (address: string, reason: string) => void,
): void {
  const asked = fetching.get(editor) ?? new Set();
  fetching.set(editor, asked);
  for (const address of remoteAddresses(editor)) {
    if (asked.has(address)) continue;
    asked.add(address);
    const settle = (change: () => void) => {
      asked.delete(address);
      if (!editor.isDestroyed) change();
    };
    uploads.importFrom(address, {
      onDone: (picture) => settle(() => showStored(editor, address, picture)),
      onCancel: () => settle(() => removeRemote(editor, address)),
      onFailed: (reason) =>
        settle(() => {
          removeRemote(editor, address);
          onLost(address, reason);
        }),
    });
  }
}

function remoteAddresses(editor: Editor): Set<string> {
  const addresses = new Set<string>();
  editor.state.doc.descendants(({ attrs }) => {
    if (typeof attrs['remote'] === 'string') addresses.add(attrs['remote']);
  });
  return addresses;
}

function showStored(editor: Editor, address: string, { url, width, height }: StoredPicture): void {
  const { tr } = editor.state;
  editor.state.doc.descendants((node, position) => {
    if (isPicture(node) && node.attrs['remote'] === address)
      tr.setNodeMarkup(position, null, { ...node.attrs, src: url, remote: null, width, height });
  });
  // Undone, it would be a picture of the other site again.
  editor.view.dispatch(tr.setMeta('addToHistory', false));
}

/** Takes the picture out; its caption becomes a paragraph. */
function removeRemote(editor: Editor, address: string): void {
  const { tr, schema } = editor.state;
  editor.state.doc.descendants((node, position) => {
    if (!isPicture(node) || node.attrs['remote'] !== address) return;
    const [from, to] = [tr.mapping.map(position), tr.mapping.map(position + node.nodeSize)];
    const caption = node.childCount > 0 ? schema.nodes['paragraph']?.create(null, node.content) : null;
    if (caption) tr.replaceWith(from, to, caption);
    else tr.deleteRange(from, to);
  });
  editor.view.dispatch(tr);
}
