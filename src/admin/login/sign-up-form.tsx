import { useState } from 'react';
import { parseResponse, anonymousApi } from '../api-client.ts';
import { toastSuccess } from '../components/toast.tsx';
import { validateForm } from './form-error.ts';
import { EmailField } from './email-field.tsx';
import { AccountForm } from './account-form.tsx';
import { NameField } from './name-field.tsx';
import { LoginLink } from './login-link.tsx';
import { PasswordField } from './password-field.tsx';

interface SignUpFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Called with the message of the server about the new account. */
  readonly onCreated: (message: string) => void;
  readonly onLogin: () => void;
}

/** Anyone can create an account. An operator grants the admin role with a command on the server. */
export function SignUpForm({ email, onEmail, onCreated, onLogin }: SignUpFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');

  async function signUp(): Promise<void> {
    const account = { name: name.trim(), email: email.trim(), password };
    const { message } = await parseResponse(anonymousApi.accounts.$post({ json: account }));
    toastSuccess(message);
    onCreated(message);
  }

  return (
    <AccountForm
      title="Create Admin Account"
      action="Create Account"
      busyAction="Creating account..."
      validate={() => validateForm({ name, email, password, isNewPassword: true })}
      send={signUp}
      links={<LoginLink label="Already have an account? Login" onLogin={onLogin} />}
    >
      {(fieldErrors) => (
        <>
          <NameField value={name} onChange={setName} error={fieldErrors.name} />
          <EmailField value={email} onChange={onEmail} error={fieldErrors.email} />
          <PasswordField value={password} onChange={setPassword} error={fieldErrors.password} isNew />
        </>
      )}
    </AccountForm>
  );
}
