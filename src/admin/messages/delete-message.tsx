import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import type { DialogControl } from '../components/dialog-control.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { type Message, MESSAGE_LISTS_KEY } from './message-queries.ts';

interface DeleteMessageProps extends DialogControl {
  readonly message: Message;
  readonly onDeleted: () => void;
}

export function DeleteMessage({ message, onDeleted, ...dialog }: DeleteMessageProps) {
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () =>
      parseResponse(api.newsroom.messages[':id'].$delete({ param: { id: message.id } })).catch(
        ignoreNotFound,
      ),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: MESSAGE_LISTS_KEY });
      toastSuccess('Message deleted');
      dialog.onClose();
      onDeleted();
    },
    onError: () => toastFailure('Failed to delete message'),
  });
  return (
    <DeleteDialog
      {...dialog}
      title="Delete message"
      subject={message.subject}
      text={`Are you sure you want to delete this message? ${consequence(message)}`}
      request={deleting}
    />
  );
}

function consequence({ delivery }: Message): string {
  return delivery !== null && delivery.settled_at === null
    ? 'It will not be emailed to you either. This action cannot be undone.'
    : 'This action cannot be undone.';
}
