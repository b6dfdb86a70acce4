import { answerOf, openApi } from '../api-client.ts';
import { toastSuccess } from '../parts/toast.tsx';
import { complaintAbout } from './entries.ts';
import { EmailField } from './email-field.tsx';
import { EntryForm } from './entry-form.tsx';

interface ForgottenFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Gets what the server says, which is the same for every address. */
  readonly onAsked: (message: string) => void;
  readonly onLogin: () => void;
}

export function ForgottenForm({ email, onEmail, onAsked, onLogin }: ForgottenFormProps) {
  async function ask(): Promise<void> {
    const { message } = await answerOf(openApi['password-resets'].$post({ json: { email: email.trim() } }));
    toastSuccess(message);
    onAsked(message);
  }

  return (
    <EntryForm
      title="Reset password"
      note="A link to choose a new one is sent to the address of your account."
      action="Send the link"
      busyAction="Sending..."
      check={() => complaintAbout({ email })}
      send={ask}
      links={
        <button type="button" className="link" onClick={onLogin}>
          Back to login
        </button>
      }
    >
      {(fields) => <EmailField value={email} onChange={onEmail} error={fields.email} />}
    </EntryForm>
  );
}
