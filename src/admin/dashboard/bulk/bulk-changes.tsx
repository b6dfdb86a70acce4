import { useRef, useState } from 'react';
import type { ListedArticle } from '../article-queries.ts';
import type { BulkAction } from './bulk-actions.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { RejectionsDialog } from './rejections-dialog.tsx';
import { useApplyChanges } from './use-apply-changes.ts';
import type { Selection } from './use-selection.ts';

interface BulkChangesProps {
  readonly selection: Selection;
  /** The slug of the section whose articles are listed. */
  readonly section: string;
  readonly isTrash: boolean;
  /** Gets the focus after a change, when the bar is gone. */
  readonly fallbackFocus: () => HTMLElement | null;
}

/** The question that is open. `articles` are those that were selected when it was asked. */
interface Question {
  readonly isOpen: boolean;
  readonly action: BulkAction;
  readonly articles: readonly ListedArticle[];
}

/** The bar of actions with the selected articles, with their dialogs. */
export function BulkChanges({ selection, section, isTrash, fallbackFocus }: BulkChangesProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [asked, setAsked] = useState(0);
  const opener = useRef<Element>(null);
  const close = () => setQuestion(question === null ? null : { ...question, isOpen: false });
  const changes = useApplyChanges(() => {
    selection.clear();
    close();
  });

  function ask(action: BulkAction): void {
    opener.current = document.activeElement;
    setAsked(asked + 1);
    setQuestion({ isOpen: true, action, articles: selection.selected });
  }
  const focusAfter = () =>
    opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : fallbackFocus();

  return (
    <>
      <BulkBar selection={selection} isTrash={isTrash} onAction={ask} />
      {question !== null && (
        <BulkDialog
          // A new question begins with empty fields.
          key={asked}
          action={question.action}
          count={question.articles.length}
          section={section}
          isOpen={question.isOpen}
          isBusy={changes.isBusy}
          onConfirm={(input) => changes.apply(question.action, question.articles, input)}
          onClose={close}
          finalFocus={focusAfter}
        />
      )}
      <RejectionsDialog
        rejections={changes.rejections}
        onClose={changes.clearRejections}
        finalFocus={fallbackFocus}
      />
    </>
  );
}
