import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { parseResponse } from '../api-client.ts';
import { OwnAccountForm } from './own-account-form.tsx';
import { type Passkey, PASSKEYS_KEY, passkeysApi } from './own-passkeys.ts';
import { PasskeyNameField } from './passkey-name-field.tsx';

interface RenamePasskeyProps {
  readonly passkey: Passkey;
  readonly onDone: () => void;
}

/** The name is only for the owner, so that a change needs no proof. */
export function RenamePasskey({ passkey: { id, name: saved }, onDone }: RenamePasskeyProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(saved);
  const field = useRef<HTMLInputElement>(null);
  // The form replaces the button, which had the focus.
  useEffect(() => field.current?.select(), []);

  async function rename(): Promise<string> {
    await parseResponse(passkeysApi[':id'].$patch({ param: { id }, json: { name } }));
    await queries.invalidateQueries({ queryKey: PASSKEYS_KEY });
    onDone();
    return 'Passkey renamed';
  }

  return (
    <div className="passkey-action">
      <OwnAccountForm
        action="Rename passkey"
        busyAction="Renaming..."
        hasInput={name !== saved}
        isReady={name.trim() !== ''}
        send={rename}
        onCancel={onDone}
      >
        {(errors) => (
          <PasskeyNameField
            ref={field}
            label="New name"
            value={name}
            error={errors['name']}
            onChange={setName}
          />
        )}
      </OwnAccountForm>
    </div>
  );
}
