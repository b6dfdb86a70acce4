import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import type { DialogControl } from './dialog-control.ts';

/** A request that closes its confirmation when it has ended. */
export interface ConfirmedRequest {
  readonly isPending: boolean;
  readonly mutate: (variables: undefined, options: { readonly onSettled: () => void }) => void;
}

interface DeleteDialogProps
  extends DialogControl, Pick<ConfirmDialogProps, 'title' | 'subject' | 'text' | 'note'> {
  /** By default Delete. */
  readonly action?: string;
  readonly busyAction?: string;
  readonly request: ConfirmedRequest;
}

/** Asks for confirmation before something is deleted. Closes when the request has ended, whatever its result. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { action = 'Delete', busyAction = 'Deleting...', request, onClose, ...dialog } = props;
  return (
    <ConfirmDialog
      {...dialog}
      action={action}
      busyAction={busyAction}
      isBusy={request.isPending}
      isDangerous
      onConfirm={() => request.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
}
