import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import type { Uploads } from '../pictures/uploads.ts';
import { createArticleEditor } from './article-editor.ts';
import { contentOf } from './content-html.ts';

/** Milliseconds between the last key and the draft; the journal adds its own, and both are within 300. */
const PAUSE = 120;

interface ArticleEditorOptions {
  readonly content: string;
  /** Counts contents put in from outside. */
  readonly generation: number;
  readonly uploads: Uploads;
  readonly attributes: Readonly<Record<string, string>>;
  readonly onChange: (content: string) => void;
  /** What was loaded, as the editor writes it. */
  readonly onLoaded: (content: string) => void;
  readonly onLinkAsked: () => void;
  readonly onPictureInserted: (position: number) => void;
  readonly onNotKept: (sentences: readonly string[]) => void;
}

export interface WrittenText {
  readonly editor: Editor;
  /** Hands over what has been typed in the last moment. */
  readonly flush: () => void;
}

/** An editor for as long as the component is there. Null before it has been made. */
export function useArticleEditor(options: ArticleEditorOptions): WrittenText | null {
  const [written, setWritten] = useState<WrittenText | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      options.onChange(contentOf(editor));
    };
    const editor = createArticleEditor({
      ...options,
      onChange() {
        clearTimeout(timer);
        timer = setTimeout(flush, PAUSE);
      },
    });
    options.onLoaded(contentOf(editor));
    setWritten({ editor, flush });
    return () => {
      flush();
      editor.destroy();
      setWritten(null);
    };
    // Anything else is read once, when a content is put in.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [options.generation]);

  return written;
}
