import { type FormEvent, useId, useState } from 'react';
import type { Role } from '#domain/accounts/permissions.ts';
import { ApiError } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { usePeopleCommand } from './people-queries.ts';
import { RoleField } from './role-field.tsx';

interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Sends an invitation. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('contributor');
  const form = useId();
  const invitation = usePeopleCommand({
    run: () => parseResponse(api.newsroom.people.$post({ json: { email: email.trim(), role } })),
    done: 'Invitation is on its way',
    failed: 'Failed to invite',
    onSuccess() {
      setEmail('');
      onClose();
    },
  });
  const { error } = invitation;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!invitation.isPending) invitation.mutate();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Invite"
      description="The link in the email is valid once and for three days."
      hasInput={email !== ''}
      footer={
        <button type="submit" form={form} className="button" disabled={invitation.isPending}>
          {invitation.isPending ? 'Inviting...' : 'Invite'}
        </button>
      }
    >
      <form id={form} className="person-form" onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          value={email}
          error={error instanceof ApiError ? error.fields['email'] : undefined}
          onChange={(event) => {
            setEmail(event.target.value);
            invitation.reset();
          }}
        />
        <RoleField role={role} onChange={setRole} />
      </form>
    </Dialog>
  );
}
