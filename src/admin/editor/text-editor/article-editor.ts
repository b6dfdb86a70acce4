import { Editor } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import { separateFigures } from '#domain/articles/separate-figures.ts';
import { stripTags } from '#platform/markup.ts';
import { cleanPaste } from '../paste/clean-paste.ts';
import { unformattedText } from '../paste/clipboard-text.ts';
import { readEmbedCode } from '../paste/embed-code.ts';
import { isMarkdown } from '../paste/is-markdown.ts';
import { markdownPaste, pasteMarkdownText } from '../paste/markdown-paste.ts';
import { parsePlainText } from '../paste/plain-text.ts';
import { uploadDataUrlPictures } from '../pictures/data-url-pictures.ts';
import { dropPosition, insertPictures } from '../pictures/insert-pictures.ts';
import { importRemotePictures } from '../pictures/import-remote-pictures.ts';
import { uploadPlaceholders } from '../pictures/upload-placeholders.ts';
import type { Uploads } from '../pictures/uploads.ts';
import { linkAddresses } from './formats/auto-link.ts';
import { FORMATS } from './formats/extensions.ts';
import { linkTarget } from './link-target.ts';
import { pictureQueue } from './picture-queue.ts';

interface ArticleEditorDeps {
  /** HTML. */
  readonly content: string;
  readonly uploads: Uploads;
  /** Attributes of the contenteditable element. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly onChange: () => void;
  readonly onLinkRequested: () => void;
  /** Called with messages about pasted content that was not kept. */
  readonly onPasteLoss: (messages: readonly string[]) => void;
}

/** Creates the Tiptap editor of an article's body: extensions, paste and drop handling. */
export function createArticleEditor(deps: ArticleEditorDeps): Editor {
  const { uploads } = deps;
  const importRemote = () =>
    importRemotePictures(editor, uploads, (url, reason) =>
      deps.onPasteLoss([`The picture at ${url} could not be fetched: ${reason}`]),
    );
  /** Whether a text is being pasted that is converted as a whole, or not at all. */
  let keepsMarkdown = false;
  /** Pastes a text in a language, and returns whether it is one. */
  const pasteCode = (text: string): boolean => {
    const embed = readEmbedCode(text);
    if (embed !== null) {
      editor.view.pasteHTML(embed.html);
      deps.onPasteLoss([embed.notice]);
      return true;
    }
    if (!isMarkdown(text)) return false;
    keepsMarkdown = true;
    pasteMarkdownText(editor, text);
    keepsMarkdown = false;
    return true;
  };
  const insert = (files: readonly File[], at: number) => insertPictures(editor, uploads, files, at);

  const editor: Editor = new Editor({
    // Articles of earlier releases may still contain figures with several pictures.
    content: separateFigures(deps.content),
    extensions: FORMATS,
    // The content security policy forbids injected style sheets; editor-content.css contains the rules.
    injectCSS: false,
    // Rules of single formats would convert a part of a text.
    enablePasteRules: false,
    onUpdate() {
      deps.onChange();
      importRemote();
    },
    editorProps: {
      attributes: { ...deps.attributes },
      transformPastedHTML(pasted) {
        const { html, notices } = cleanPaste(pasted);
        if (notices.length > 0) deps.onPasteLoss(notices.map(({ text }) => text));
        return html;
      },
      clipboardTextParser: (text, _context, _plain, { state }) =>
        parsePlainText(text, state.schema, keepsMarkdown),
      transformPasted: (slice, { state }) => {
        const link = state.schema.marks['link'];
        return keepsMarkdown || link === undefined ? slice : linkAddresses(slice, link);
      },
      handleKeyDown({ state }, event) {
        const isLinkShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
        if (isLinkShortcut && linkTarget(state) !== null) deps.onLinkRequested();
        return isLinkShortcut;
      },
      handlePaste(view, { clipboardData }) {
        const text = isInCode(view.state) ? null : unformattedText(clipboardData);
        if (text !== null && pasteCode(text)) return true;
        const files = filesIn(clipboardData);
        if (files.length === 0 || hasText(clipboardData)) {
          // The pasted content is in the document only after this handler has returned.
          queueMicrotask(() => uploadDataUrlPictures(editor, uploads));
          return false;
        }
        insert(files, view.state.selection.from);
        return true;
      },
      handleDrop(view, { dataTransfer, clientX, clientY }, _slice, isMoved) {
        const files = filesIn(dataTransfer);
        if (isMoved || files.length === 0) return false;
        const at = view.posAtCoords({ left: clientX, top: clientY })?.pos ?? view.state.selection.from;
        insert(files, dropPosition(view.state, at));
        return true;
      },
    },
  });
  editor.registerPlugin(uploadPlaceholders(uploads));
  editor.registerPlugin(pictureQueue());
  editor.registerPlugin(markdownPaste());
  // Articles of earlier releases and recovered drafts may still contain remote pictures.
  importRemote();
  return editor;
}

const isInCode = ({ selection }: EditorState): boolean => selection.$from.parent.type.spec.code === true;

/** All files, not only pictures, so that other files are rejected with a message. */
function filesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}

/** Whether the clipboard has text besides files. Word processors add a picture of the copied text. */
function hasText(data: DataTransfer | null): boolean {
  const html = data?.getData('text/html') ?? '';
  return stripTags(html).trim() !== '';
}
