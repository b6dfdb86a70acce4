import { useRef } from 'react';
import { useItemDialog } from '../../components/use-item-dialog.ts';
import type { ListedArticle } from '../article-queries.ts';
import type { BulkAction } from './bulk-actions.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { RejectionsDialog } from './rejections-dialog.tsx';
import { useApplyChanges } from './use-apply-changes.ts';
import type { Selection } from '../../components/use-selection.ts';

interface BulkChangesProps {
  readonly selection: Selection<ListedArticle>;
  /** The slug of the section whose articles are listed. */
  readonly section: string;
  readonly isTrash: boolean;
  /** Gets the focus after a change, when the bar is gone. */
  readonly fallbackFocus: () => HTMLElement | null;
}

interface Question {
  readonly action: BulkAction;
  /** Those that were selected when it was asked. */
  readonly articles: readonly ListedArticle[];
}

/** The bar of actions with the selected articles, with their dialogs. */
export function BulkChanges({ selection, section, isTrash, fallbackFocus }: BulkChangesProps) {
  const question = useItemDialog<Question>();
  const asked = question.item;
  const opener = useRef<Element>(null);
  const changes = useApplyChanges(() => {
    selection.clear();
    question.close();
  });

  function ask(action: BulkAction): void {
    opener.current = document.activeElement;
    question.open({ action, articles: selection.selected });
  }
  const focusAfter = () =>
    opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : fallbackFocus();

  return (
    <>
      <BulkBar selection={selection} isTrash={isTrash} onAction={ask} />
      {asked !== null && (
        <BulkDialog
          key={question.opening}
          action={asked.action}
          count={asked.articles.length}
          section={section}
          isOpen={question.isOpen}
          isBusy={changes.isBusy}
          onConfirm={(input) => changes.apply(asked.action, asked.articles, input)}
          onClose={question.close}
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
