import { useEffect, useState } from 'react';
import { parseResponse, anonymousApi } from '../api-client.ts';
import { toastSuccess } from '../components/toast.tsx';
import { sessionManager } from '../session/newsroom-session.ts';
import { validateForm } from './form-error.ts';
import { AccountForm } from './account-form.tsx';
import { LoginLink } from './login-link.tsx';
import { PasswordField } from './password-field.tsx';

interface NewPasswordFormProps {
  /** The token of the emailed link. */
  readonly token: string;
  readonly onChanged: (message: string) => void;
  readonly onLogin: () => void;
}

const CHANGED = 'Your password has been changed. Please log in with the new one.';

export function NewPasswordForm({ token, onChanged, onLogin }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  useEffect(() => sessionManager.emit('PASSWORD_RECOVERY'), []);

  async function change(): Promise<void> {
    await parseResponse(anonymousApi['password-resets'].completion.$post({ json: { token, password } }));
    await endOwnSession();
    toastSuccess('Password changed');
    onChanged(CHANGED);
  }

  return (
    <AccountForm
      title="Choose a new password"
      action="Change password"
      busyAction="Changing..."
      validate={() => validateForm({ password, isNewPassword: true })}
      send={change}
      links={<LoginLink onLogin={onLogin} />}
    >
      {(fieldErrors) => (
        <PasswordField
          label="New password"
          value={password}
          onChange={setPassword}
          error={fieldErrors.password}
          isNew
        />
      )}
    </AccountForm>
  );
}

/** The server has ended every session of the account. The one in this browser may be that of another account. */
async function endOwnSession(): Promise<void> {
  const session = sessionManager.current();
  if (session === null) return;
  const result = await sessionManager.refresh(session.access_token);
  if (result === 'unreachable') sessionManager.clearSession();
}
