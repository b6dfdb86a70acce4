import { type Editor, useEditorState } from '@tiptap/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '../../components/toast.tsx';
import {
  dismissMarkdownPaste,
  findMarkdownPaste,
  restoreMarkdownText,
  type MarkdownPaste,
  replaceByConversion,
} from '../paste/markdown-paste.ts';

interface MarkdownNoticeProps {
  readonly editor: Editor;
  readonly onNotices: (texts: readonly string[]) => void;
}

/** Asks whether a pasted text in Markdown is converted. After the conversion it can still be undone here. */
export function MarkdownNotice({ editor, onNotices }: MarkdownNoticeProps) {
  const paste = useEditorState({ editor, selector: () => findMarkdownPaste(editor.state) });
  const [isLoading, setLoading] = useState(false);
  const convert = async ({ text }: Extract<MarkdownPaste, { readonly kind: 'text' }>) => {
    setLoading(true);
    try {
      const { convertMarkdown } = await import('../paste/markdown.ts');
      if (editor.isDestroyed) return;
      const notices = replaceByConversion(editor, convertMarkdown(text));
      if (notices.length > 0) onNotices(notices);
    } catch {
      toastFailure('The text could not be converted', 'Check your connection, then choose Convert again.');
    } finally {
      setLoading(false);
    }
  };
  return (
    <div role="status" className="markdown-status">
      {paste !== null && (
        <div className="markdown-notice">
          <p>
            {paste.kind === 'text'
              ? 'The pasted text looks like Markdown. Convert it to headings, lists and links?'
              : 'The Markdown was converted.'}
          </p>
          {paste.kind === 'text' && (
            <button
              type="button"
              className="button button-small"
              disabled={isLoading}
              onClick={() => void convert(paste)}
            >
              {isLoading ? 'Converting…' : 'Convert'}
            </button>
          )}
          <button
            type="button"
            className="button button-secondary button-small"
            disabled={isLoading}
            onClick={() => restoreMarkdownText(editor)}
          >
            Keep as text
          </button>
          {paste.kind === 'converted' && (
            <button
              type="button"
              className="icon-button"
              aria-label="Dismiss notice"
              onClick={() => dismissMarkdownPaste(editor)}
            >
              <X size={16} aria-hidden="true" />
            </button>
          )}
        </div>
      )}
    </div>
  );
}
