import type { Editor } from '@tiptap/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Uploads } from '../pictures/uploads.ts';
import { createArticleEditor } from './article-editor.ts';
import { editorHtml } from './editor-html.ts';

/** Milliseconds between the last keystroke and `onChange`. Together with the autosave delay, at most 300 ms. */
const DEBOUNCE_MS = 120;

interface ArticleEditorOptions {
  readonly content: string;
  /** Incremented when the content is replaced from outside. */
  readonly generation: number;
  readonly uploads: Uploads;
  readonly attributes: Readonly<Record<string, string>>;
  /** Attributes that may change while the editor is open, of the contenteditable element too. */
  readonly textAttributes: Readonly<Record<string, string>>;
  readonly onChange: (content: string) => void;
  /** Called with the loaded content as the editor serializes it. */
  readonly onLoaded: (content: string) => void;
  readonly onLinkRequested: () => void;
  readonly onPasteLoss: (messages: readonly string[]) => void;
}

export interface MountedEditor {
  readonly editor: Editor;
  /** Calls `onChange` with pending input. */
  readonly flush: () => void;
}

/** An editor with the lifetime of the component. Null before it is created. */
export function useArticleEditor(options: ArticleEditorOptions): MountedEditor | null {
  const [mounted, setMounted] = useState<MountedEditor | null>(null);
  // The one of the last rendering: it may depend on other fields of the form.
  const onChange = useEffectEvent(options.onChange);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      onChange(editorHtml(editor));
    };
    const editor = createArticleEditor({
      ...options,
      onChange() {
        clearTimeout(timer);
        timer = setTimeout(flush, DEBOUNCE_MS);
      },
    });
    options.onLoaded(editorHtml(editor));
    setMounted({ editor, flush });
    return () => {
      flush();
      editor.destroy();
      setMounted(null);
    };
    // All other options are read once, when the editor is created.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [options.generation]);

  useEffect(() => {
    const editor = mounted?.editor;
    if (editor === undefined) return;
    const attributes = { ...options.attributes, ...options.textAttributes };
    editor.setOptions({ editorProps: { ...editor.options.editorProps, attributes } });
    // The other attributes never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [mounted, options.textAttributes]);

  return mounted;
}
