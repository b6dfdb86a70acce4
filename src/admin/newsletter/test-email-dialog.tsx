import { useState } from 'react';
import { fieldErrorsOf } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { emailText } from '../email-text.ts';
import { useSession } from '../session/newsroom-session.ts';
import { useNewsletterCommand } from './use-newsletter-command.ts';

interface TestEmailDialogProps {
  readonly issueId: string;
  readonly onClose: () => void;
}

/** Sends a test email of the issue to an editor or administrator; to the signed-in one by default. */
export function TestEmailDialog({ issueId, onClose }: TestEmailDialogProps) {
  const ownEmail = useSession()?.user.email ?? '';
  const [email, setEmail] = useState(ownEmail);
  const sending = useNewsletterCommand({
    run: () =>
      parseResponse(
        api.newsroom.newsletter.issues[':id'].tests.$post({ param: { id: issueId }, json: { email } }),
      ),
    done: emailText('Test email is on its way', 'The test email'),
    failed: 'Failed to send the test email',
    onSuccess: onClose,
  });

  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Send test email"
      description="As subscribers would get it. Unsubscribe links in tests are inactive."
      hasInput={email !== ownEmail}
      action="Send"
      busyAction="Sending..."
      request={sending}
    >
      <TextField
        label="Email of an editor or administrator"
        type="email"
        required
        maxLength={254}
        value={email}
        error={fieldErrorsOf(sending.error)['email']}
        onChange={(event) => setEmail(event.target.value)}
      />
    </FormDialog>
  );
}
