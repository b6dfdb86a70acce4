import { useEffect, useState } from 'react';
import { answerOf, openApi } from '../api-client.ts';
import { toastSuccess } from '../parts/toast.tsx';
import { sessionKeeper } from '../session/newsroom-session.ts';
import { complaintAbout } from './entries.ts';
import { EntryForm } from './entry-form.tsx';
import { PasswordField } from './password-field.tsx';

interface NewPasswordFormProps {
  /** Out of the mailed link. */
  readonly token: string;
  readonly onChanged: (message: string) => void;
  readonly onLogin: () => void;
}

const CHANGED = 'Your password is changed. Please log in with the new one.';

export function NewPasswordForm({ token, onChanged, onLogin }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  useEffect(() => sessionKeeper.raise('PASSWORD_RECOVERY'), []);

  async function change(): Promise<void> {
    await answerOf(openApi['password-resets'].completion.$post({ json: { token, password } }));
    // whoever was signed in here signed in with the password that is no more
    sessionKeeper.signedOut();
    toastSuccess('Password changed');
    onChanged(CHANGED);
  }

  return (
    <EntryForm
      title="Choose a new password"
      action="Change password"
      busyAction="Changing..."
      check={() => complaintAbout({ password, isNewPassword: true })}
      send={change}
      links={
        <button type="button" className="link" onClick={onLogin}>
          Back to login
        </button>
      }
    >
      {(fields) => (
        <PasswordField
          label="New password"
          value={password}
          onChange={setPassword}
          error={fields.password}
          isNew
        />
      )}
    </EntryForm>
  );
}
