import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api-client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { useSession } from '../session/newsroom-session.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

interface TestMailDialogProps {
  readonly issueId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Mails the issue to an administrator: to oneself, unless another is named. */
export function TestMailDialog({ issueId, isOpen, onClose }: TestMailDialogProps) {
  const own = useSession()?.user.email ?? '';
  const [email, setEmail] = useState(own);
  const form = useId();
  const sending = useNewsletterCommand({
    run: () =>
      answerOf(
        api.newsroom.newsletter.issues[':id'].tests.$post({ param: { id: issueId }, json: { email } }),
      ),
    done: 'Test mail is on its way',
    failed: 'Failed to send the test mail',
    onSuccess: onClose,
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!sending.isPending) sending.mutate();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Send a test"
      description="As subscribers would get it. Its links to unsubscribe end nobody’s subscription."
      foot={
        <button type="submit" form={form} className="button" disabled={sending.isPending}>
          {sending.isPending ? 'Sending...' : 'Send'}
        </button>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label="Email of an administrator"
          type="email"
          required
          maxLength={254}
          value={email}
          error={sending.error instanceof ApiError ? sending.error.fields['email'] : undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
