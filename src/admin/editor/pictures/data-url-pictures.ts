import type { Editor } from '@tiptap/core';
import { isPicture } from '../text-editor/formats/picture.ts';
import type { Uploads } from './uploads.ts';

const DATA_URL = /^data:(image\/(?:png|jpeg|webp|avif|gif));base64,(.+)$/i;

/** Uploads pictures that are embedded as `data:` URLs, and replaces the URLs with those of the stored pictures. */
export function uploadDataUrlPictures(editor: Editor, uploads: Uploads): void {
  const sources = new Set<string>();
  editor.state.doc.descendants((node) => {
    const source = String(node.attrs['src']);
    if (isPicture(node) && DATA_URL.test(source)) sources.add(source);
  });
  for (const source of sources) {
    const file = fileFrom(source);
    if (file === null) continue;
    uploads.start(file, { onDone: ({ url }) => !editor.isDestroyed && replaceSource(editor, source, url) });
  }
}

function fileFrom(source: string): File | null {
  const [, type = '', data = ''] = DATA_URL.exec(source) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    return new File([bytes], 'Pasted picture', { type });
  } catch {
    return null;
  }
}

function replaceSource(editor: Editor, source: string, url: string): void {
  const { tr } = editor.state;
  editor.state.doc.descendants((node, position) => {
    if (isPicture(node) && node.attrs['src'] === source) tr.setNodeAttribute(position, 'src', url);
  });
  editor.view.dispatch(tr);
}
