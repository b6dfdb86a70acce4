import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Notice } from '../parts/notice.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { MessageActions } from './message-actions.tsx';
import { type Message, messageOf } from './message-queries.ts';
import { OpenedMessage } from './opened-message.tsx';

interface MessageDialogProps {
  /** Null while none is open. */
  readonly id: string | null;
  readonly onClose: () => void;
  /** What gets the focus when it closes; the message as it is then. */
  readonly finalFocus: (message: Message | undefined) => HTMLElement | null;
}

/** One message, whole. It stays while it closes. */
export function MessageDialog({ id, ...rest }: MessageDialogProps) {
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  if (shown === null) return null;
  return <DialogOf key={shown} id={shown} isOpen={id !== null} {...rest} />;
}

interface DialogOfProps extends Omit<MessageDialogProps, 'id'> {
  readonly id: string;
  readonly isOpen: boolean;
}

function DialogOf({ id, isOpen, onClose, finalFocus }: DialogOfProps) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ ...messageOf(queries, id), enabled: isOpen });
  const isGone = error instanceof ApiError && error.status === 404;
  const message = isGone ? undefined : data;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="wide"
      title={message?.subject ?? 'Message'}
      {...(message === undefined ? {} : { foot: <MessageActions message={message} onDone={onClose} /> })}
      finalFocus={() => finalFocus(message)}
    >
      {message !== undefined ? (
        <OpenedMessage message={message} />
      ) : isGone ? (
        <Notice text="This message is not there any more" />
      ) : error === null ? (
        <Spinner label="Loading message..." />
      ) : (
        <LoadFailure text="Failed to load message" onRetry={refetch} />
      )}
    </Dialog>
  );
}
