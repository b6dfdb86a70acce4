import { Editor } from '@tiptap/core';
import { stripTags } from '#platform/markup.ts';
import { cleanPaste } from '../paste/clean-paste.ts';
import { paragraphsOf } from '../paste/plain-text.ts';
import { storeCarriedPictures } from '../pictures/carried-pictures.ts';
import { insertPictures } from '../pictures/insert-pictures.ts';
import { storeRemotePictures } from '../pictures/remote-pictures.ts';
import { uploadPlaces } from '../pictures/places.ts';
import type { Uploads } from '../pictures/uploads.ts';
import { FORMATS } from './formats/extensions.ts';

interface ArticleEditorParts {
  /** HTML. */
  readonly content: string;
  readonly uploads: Uploads;
  /** Attributes of the element that is written in. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly onChange: () => void;
  readonly onLinkAsked: () => void;
  /** A picture stands in the text now and nobody has said what it shows. */
  readonly onPictureInserted: (position: number) => void;
  /** Sentences about what was pasted and could not be kept. */
  readonly onNotKept: (sentences: readonly string[]) => void;
}

/** The editor of an article's body: what it is made of, and what happens when something is pasted or dropped. */
export function createArticleEditor(parts: ArticleEditorParts): Editor {
  const { uploads, onPictureInserted } = parts;
  const storeRemote = () =>
    storeRemotePictures(editor, uploads, (address, reason) =>
      parts.onNotKept([`The picture at ${address} could not be fetched: ${reason}`]),
    );
  const take = (files: readonly File[], at: number) =>
    insertPictures(editor, uploads, files, at, onPictureInserted);

  const editor: Editor = new Editor({
    content: parts.content,
    extensions: FORMATS,
    // its few rules stand in our style sheet; an injected one is against the policy
    injectCSS: false,
    onUpdate() {
      parts.onChange();
      storeRemote();
    },
    editorProps: {
      attributes: { ...parts.attributes },
      transformPastedHTML(pasted) {
        const { html, losses } = cleanPaste(pasted);
        if (losses.length > 0) parts.onNotKept(losses);
        return html;
      },
      clipboardTextParser: (text, _context, _plain, { state }) => paragraphsOf(text, state.schema),
      handleDOMEvents: {
        // Not for the editor: Tab goes on to what follows it.
        keydown: (_, { key }) => key === 'Tab',
      },
      handleKeyDown(_, event) {
        const isAsked = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
        if (isAsked) parts.onLinkAsked();
        return isAsked;
      },
      handlePaste(view, { clipboardData }) {
        const files = picturesIn(clipboardData);
        if (files.length === 0 || saysMore(clipboardData)) {
          // what was pasted is in the text when this has returned
          queueMicrotask(() => storeCarriedPictures(editor, uploads));
          return false;
        }
        take(files, view.state.selection.from);
        return true;
      },
      handleDrop(view, { dataTransfer, clientX, clientY }, _slice, isMoved) {
        const files = picturesIn(dataTransfer);
        if (isMoved || files.length === 0) return false;
        take(files, view.posAtCoords({ left: clientX, top: clientY })?.pos ?? view.state.selection.from);
        return true;
      },
    },
  });
  editor.registerPlugin(uploadPlaces());
  // Articles of earlier releases, and words that come back out of the journal, may still have some.
  storeRemote();
  return editor;
}

/** All files, so that one that is no picture is refused in words. */
function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}

/** Word processors put a picture of what was copied beside the text. */
function saysMore(data: DataTransfer | null): boolean {
  const html = data?.getData('text/html') ?? '';
  return stripTags(html).trim() !== '';
}
