import { type Editor, useEditorState } from '@tiptap/react';
import { readTimeFor } from '#domain/articles/article.ts';
import { counted } from '#ui/counted.ts';
import { wordsIn } from '../draft/draft.ts';
import { undescribedPictures } from './described-picture.ts';

interface TextFiguresProps {
  readonly editor: Editor;
  readonly onPicture: (position: number) => void;
}

/** How long the text is, and which pictures still have to be described. */
export function TextFigures({ editor, onPicture }: TextFiguresProps) {
  const { words, undescribed } = useEditorState({
    editor,
    selector: () => ({
      words: wordsIn(editor.getText({ blockSeparator: ' ' })),
      undescribed: undescribedPictures(editor),
    }),
  });
  const [first] = undescribed;
  return (
    <div className="text-figures">
      <span>
        {counted(words, 'word')} · {readTimeFor(words)}
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
