import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

type DeleteDialogProps = Omit<ConfirmDialogProps, 'action' | 'busyAction' | 'isBusy' | 'isDangerous'> & {
  readonly isDeleting: boolean;
};

/** Asks for confirmation before something is deleted. */
export function DeleteDialog({ isDeleting, ...props }: DeleteDialogProps) {
  return (
    <ConfirmDialog {...props} action="Delete" busyAction="Deleting..." isBusy={isDeleting} isDangerous />
  );
}
