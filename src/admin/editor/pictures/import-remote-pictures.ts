import type { Editor } from '@tiptap/core';
import { isPicture } from '../text-editor/formats/picture.ts';
import type { StoredPicture } from './upload-picture.ts';
import type { Uploads } from './uploads.ts';

/** URLs with an import in progress, by editor, so that none is imported twice. */
const importsInProgress = new WeakMap<Editor, Set<string>>();

/**
 * Makes the server import pictures of other sites, and replaces them with the stored copies. A picture that cannot be
 * fetched is removed from the text, and `onLost` is called with its URL and the reason.
 */
export function importRemotePictures(
  editor: Editor,
  uploads: Uploads,
  onLost: (url: string, reason: string) => void,
): void {
  const urlsInProgress = importsInProgress.get(editor) ?? new Set();
  importsInProgress.set(editor, urlsInProgress);
  for (const url of remoteUrls(editor)) {
    if (urlsInProgress.has(url)) continue;
    urlsInProgress.add(url);
    const finish = (change: () => void) => {
      urlsInProgress.delete(url);
      if (!editor.isDestroyed) change();
    };
    uploads.importFrom(url, {
      onDone: (picture) => finish(() => replaceWithStored(editor, url, picture)),
      onCancel: () => finish(() => removeRemote(editor, url)),
      onFailed: (reason) =>
        finish(() => {
          removeRemote(editor, url);
          onLost(url, reason);
        }),
    });
  }
}

function remoteUrls(editor: Editor): Set<string> {
  const urls = new Set<string>();
  editor.state.doc.descendants(({ attrs }) => {
    if (typeof attrs['remote'] === 'string') urls.add(attrs['remote']);
  });
  return urls;
}

function replaceWithStored(editor: Editor, remoteUrl: string, { url, width, height }: StoredPicture): void {
  const { tr } = editor.state;
  editor.state.doc.descendants((node, position) => {
    if (isPicture(node) && node.attrs['remote'] === remoteUrl)
      tr.setNodeMarkup(position, null, { ...node.attrs, src: url, remote: null, width, height });
  });
  // Excluded from the undo history: undo would bring back the URL of the other site.
  editor.view.dispatch(tr.setMeta('addToHistory', false));
}

/** Removes the picture; its caption becomes a paragraph. */
function removeRemote(editor: Editor, url: string): void {
  const { tr, schema } = editor.state;
  editor.state.doc.descendants((node, position) => {
    if (!isPicture(node) || node.attrs['remote'] !== url) return;
    const [from, to] = [tr.mapping.map(position), tr.mapping.map(position + node.nodeSize)];
    const caption = node.childCount > 0 ? schema.nodes['paragraph']?.create(null, node.content) : null;
    if (caption) tr.replaceWith(from, to, caption);
    else tr.deleteRange(from, to);
  });
  editor.view.dispatch(tr);
}
