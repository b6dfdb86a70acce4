import { type Editor, useEditorState } from '@tiptap/react';
import { formatReadTime } from '#domain/articles/article.ts';
import { countWordsOfText } from '#domain/articles/visible-content.ts';
import { formatCount } from '#ui/format-count.ts';
import { undescribedPictures } from './picture-description.ts';
import { openPictures } from './picture-queue.ts';

/** Word count, read time and the number of pictures without a description. */
export function WordCount({ editor }: { readonly editor: Editor }) {
  const { words, undescribed } = useEditorState({
    editor,
    selector: () => ({
      words: countWordsOfText(editor.getText({ blockSeparator: ' ' })),
      undescribed: undescribedPictures(editor),
    }),
  });
  return (
    <div className="word-count">
      <span>
        {formatCount(words, 'word')} · {formatReadTime(words)}
      </span>
      {undescribed.length > 0 && (
        <button type="button" className="link" onClick={() => openPictures(editor, undescribed)}>
          {undescribed.length === 1
            ? 'One picture has no description yet. Describe it'
            : `${undescribed.length} pictures have no description yet. Describe them`}
        </button>
      )}
    </div>
  );
}
