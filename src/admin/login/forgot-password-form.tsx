import { parseResponse, anonymousApi } from '../api-client.ts';
import { toastSuccess } from '../components/toast.tsx';
import { emailText, mailFilesNote } from '../email-text.ts';
import { validateForm } from './form-error.ts';
import { EmailField } from './email-field.tsx';
import { LoginLink } from './login-link.tsx';
import { AccountForm } from './account-form.tsx';

interface ForgotPasswordFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Called with the message of the server, which is the same for every address. */
  readonly onRequested: (message: string) => void;
  readonly onLogin: () => void;
}

export function ForgotPasswordForm({ email, onEmail, onRequested, onLogin }: ForgotPasswordFormProps) {
  async function requestLink(): Promise<void> {
    const { message } = await parseResponse(
      anonymousApi['password-resets'].$post({ json: { email: email.trim() } }),
    );
    const result = emailText(message, 'The email with the link, if this address has an account,');
    toastSuccess(result);
    onRequested(result);
  }

  return (
    <AccountForm
      title="Reset password"
      note={mailFilesNote() ?? 'We will email you a link to set a new password.'}
      action="Send link"
      busyAction="Sending..."
      validate={() => validateForm({ email })}
      send={requestLink}
      links={<LoginLink onLogin={onLogin} />}
    >
      {(fieldErrors) => <EmailField value={email} onChange={onEmail} error={fieldErrors.email} />}
    </AccountForm>
  );
}
