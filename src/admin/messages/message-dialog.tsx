import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Dialog } from '../components/dialog.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Notice } from '../components/notice.tsx';
import { Spinner } from '../components/spinner.tsx';
import { MessageActions } from './message-actions.tsx';
import { type Message, messageQuery } from './message-queries.ts';
import { MessageDetails } from './message-details.tsx';

interface MessageDialogProps {
  /** The id of the open message; null for none. */
  readonly id: string | null;
  readonly onClose: () => void;
  /** Returns the element that gets the focus on close. Gets the current message. */
  readonly finalFocus: (message: Message | undefined) => HTMLElement | null;
}

/** Shows one message. The content stays while the dialog closes. */
export function MessageDialog({ id, ...rest }: MessageDialogProps) {
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  if (shown === null) return null;
  return <LoadedDialog key={shown} id={shown} isOpen={id !== null} {...rest} />;
}

interface LoadedDialogProps extends Omit<MessageDialogProps, 'id'> {
  readonly id: string;
  readonly isOpen: boolean;
}

function LoadedDialog({ id, isOpen, onClose, finalFocus }: LoadedDialogProps) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ ...messageQuery(queries, id), enabled: isOpen });
  const isDeleted = error instanceof ApiError && error.status === 404;
  const message = isDeleted ? undefined : data;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="wide"
      title={message?.subject ?? 'Message'}
      {...(message === undefined ? {} : { footer: <MessageActions message={message} onDone={onClose} /> })}
      finalFocus={() => finalFocus(message)}
    >
      {message !== undefined ? (
        <MessageDetails message={message} />
      ) : isDeleted ? (
        <Notice text="This message no longer exists" />
      ) : error === null ? (
        <Spinner label="Loading message..." />
      ) : (
        <LoadFailure text="Failed to load message" onRetry={refetch} />
      )}
    </Dialog>
  );
}
