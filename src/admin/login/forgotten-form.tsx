import { answerOf, openApi } from '../api-client.ts';
import { TextField } from '../parts/field.tsx';
import { toastSuccess } from '../parts/toast.tsx';
import { complaintAbout } from './entries.ts';
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
      {(fields) => (
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          error={fields.email}
        />
      )}
    </EntryForm>
  );
}
