import { Dialog } from '@base-ui/react/dialog';
import type { UseQueryResult } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { documentDirection } from '#platform/language.ts';
import { LocaleContext } from '#ui/locale.ts';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { readPublication } from '../../publication.ts';

interface PreviewFrameProps<Data> {
  readonly preview: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch'>;
  /** Label of the close button. */
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Buttons before the close button. */
  readonly actions?: ReactNode;
  /** Renders the preview as readers would see it. */
  readonly children: (data: Data) => ReactNode;
}

/** The options of a query that renders a preview: once, as long as the dialog is open. */
export const PREVIEW_QUERY = { staleTime: Infinity, gcTime: 0, refetchOnReconnect: false } as const;

/** Full-screen preview, with its loading and error states. */
export function PreviewFrame<Data>({
  preview,
  closeLabel,
  onClose,
  actions,
  children,
}: PreviewFrameProps<Data>) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="preview">
          <header className="preview-bar">
            <Dialog.Title className="preview-name">Preview</Dialog.Title>
            <div className="preview-actions">
              {actions}
              <Dialog.Close className="button button-small">
                <X size={16} aria-hidden="true" />
                {closeLabel}
              </Dialog.Close>
            </div>
          </header>
          <div className="preview-page" onClickCapture={openInNewTab}>
            {preview.isPending && <Spinner label="Loading preview..." />}
            {preview.error !== null && (
              <Notice text={preview.error.message} isFailure>
                <button type="button" className="button" onClick={() => void preview.refetch()}>
                  Try again
                </button>
              </Notice>
            )}
            {preview.data !== undefined && <ReaderPage>{children(preview.data)}</ReaderPage>}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The language, direction and dates of the document that readers get. The newsroom around it is in English. */
function ReaderPage({ children }: { readonly children: ReactNode }) {
  const { locale } = readPublication();
  return (
    <LocaleContext value={locale}>
      <div lang={locale} dir={documentDirection(locale) ?? 'ltr'}>
        {children}
      </div>
    </LocaleContext>
  );
}

/** Opens links of the text in a new tab, so that the editor stays open. */
function openInNewTab(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null) return;
  event.preventDefault();
  if (!link.getAttribute('href')?.startsWith('#')) open(link.href, '_blank', 'noopener');
}
