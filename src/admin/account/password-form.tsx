import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { parseResponse, api } from '../api-client.ts';
import { PasswordField } from '../login/password-field.tsx';
import { OwnAccountForm } from './own-account-form.tsx';
import { SESSIONS_KEY } from './own-sessions.ts';
import { TOKENS_KEY } from './own-tokens.ts';

export function PasswordForm() {
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');

  async function change(): Promise<string> {
    await parseResponse(api.account.password.$put({ json: { current_password: current, password } }));
    setCurrent('');
    setPassword('');
    void queries.invalidateQueries({ queryKey: SESSIONS_KEY });
    void queries.invalidateQueries({ queryKey: TOKENS_KEY });
    return 'Password changed';
  }

  return (
    <>
      <p className="settings-note">A new password ends all other sessions, and revokes all API tokens.</p>
      <OwnAccountForm
        action="Change password"
        busyAction="Changing..."
        isReady={current !== '' || password !== ''}
        send={change}
      >
        {(errors) => (
          <>
            <PasswordField
              label="Present password"
              value={current}
              onChange={setCurrent}
              error={errors['current_password']}
            />
            <PasswordField
              label="New password"
              value={password}
              onChange={setPassword}
              error={errors['password']}
              isNew
            />
          </>
        )}
      </OwnAccountForm>
    </>
  );
}
