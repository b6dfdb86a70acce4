import { useEffect, useRef, useState } from 'react';
import { MAX_TOKEN_DAYS, TOKEN_NAME_MAX_LENGTH } from '#domain/accounts/api-tokens/api-token.ts';
import type { TokenScope } from '#domain/accounts/api-tokens/token-scopes.ts';
import type { Role } from '#domain/accounts/permissions.ts';
import { DAY_MS } from '#platform/durations.ts';
import { utcDay } from '#platform/utc-day.ts';
import { ScopesField } from '../api-tokens/scopes-field.tsx';
import { parseResponse } from '../api-client.ts';
import { SelectField, TextField } from '../components/field.tsx';
import { OwnAccountForm } from './own-account-form.tsx';
import { tokensApi } from './own-tokens.ts';
import { type SecondFactorStatus, useProof } from './use-proof.tsx';

const BY_DATE = 'date';
const FIRST_EXPIRY = '90';
const EXPIRY_OPTIONS = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: BY_DATE, label: 'On a date' },
];

interface CreateTokenProps {
  readonly role: Role;
  readonly status: SecondFactorStatus;
  readonly onCreated: (token: string) => void;
  readonly onCancel: () => void;
}

/** Chooses name, scopes and expiry of a new API token. The first field gets the focus. */
export function CreateToken({ role, status, onCreated, onCancel }: CreateTokenProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>([]);
  const [expiry, setExpiry] = useState(FIRST_EXPIRY);
  const [date, setDate] = useState('');
  const proof = useProof(status);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const expiresOn = expiry === BY_DATE ? date : dayIn(Number(expiry));

  async function create(): Promise<string> {
    const json = { name, scopes: [...scopes], expires_on: expiresOn, ...(await proof.collect()) };
    onCreated((await parseResponse(tokensApi.$post({ json }))).token);
    return 'API token created';
  }

  return (
    <div className="token-form">
      <OwnAccountForm
        action="Create token"
        busyAction="Creating..."
        hasInput={name !== '' || scopes.length > 0 || expiry !== FIRST_EXPIRY || date !== ''}
        isReady={name.trim() !== '' && scopes.length > 0 && expiresOn !== '' && proof.isReady}
        send={create}
        onCancel={onCancel}
      >
        {(errors) => (
          <>
            <TextField
              ref={first}
              label="Name of the token"
              hint="The program that uses it. The audit log shows this name."
              required
              maxLength={TOKEN_NAME_MAX_LENGTH}
              value={name}
              error={errors['name']}
              onChange={(event) => setName(event.target.value)}
            />
            <ScopesField role={role} value={scopes} error={errors['scopes']} onChange={setScopes} />
            <SelectField label="Expires" value={expiry} options={EXPIRY_OPTIONS} onChange={setExpiry} />
            {expiry === BY_DATE && (
              <TextField
                label="Last day"
                hint="At most one year ahead. The day ends at midnight UTC."
                type="date"
                required
                min={dayIn(0)}
                max={dayIn(MAX_TOKEN_DAYS)}
                value={date}
                error={errors['expires_on']}
                onChange={(event) => setDate(event.target.value)}
              />
            )}
            {proof.fields(errors)}
          </>
        )}
      </OwnAccountForm>
    </div>
  );
}

/** `2026-05-20`, UTC. */
const dayIn = (days: number): string => utcDay(Date.now() + days * DAY_MS);
