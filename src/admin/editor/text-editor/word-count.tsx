import { type Editor, useEditorState } from '@tiptap/react';
import { formatReadTime } from '#domain/articles/article.ts';
import { countWordsOfText } from '#domain/articles/visible-content.ts';
import { formatCount } from '#ui/format-count.ts';
import { undescribedPictures } from './picture-description.ts';

interface WordCountProps {
  readonly editor: Editor;
  readonly onPicture: (position: number) => void;
}

/** Word count, read time and the number of pictures without a description. */
export function WordCount({ editor, onPicture }: WordCountProps) {
  const { words, undescribed } = useEditorState({
    editor,
    selector: () => ({
      words: countWordsOfText(editor.getText({ blockSeparator: ' ' })),
      undescribed: undescribedPictures(editor),
    }),
  });
  const [first] = undescribed;
  return (
    <div className="word-count">
      <span>
        {formatCount(words, 'word')} · {formatReadTime(words)}
      </span>
      {first !== undefined && (
        <button type="button" className="link" onClick={() => onPicture(first)}>
          {undescribed.length === 1
            ? 'One picture has no description yet. Describe it'
            : `${undescribed.length} pictures have no description yet. Describe the first`}
        </button>
      )}
    </div>
  );
}
