import { useState } from 'react';
import type { Role } from '#domain/accounts/permissions.ts';
import { fieldErrorsOf } from '../api/api-error.ts';
import { parseResponse, api } from '../api-client.ts';
import { TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { emailText } from '../email-text.ts';
import { usePeopleCommand } from './people-queries.ts';
import { RoleField } from './role-field.tsx';

interface InviteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const FIRST_ROLE: Role = 'contributor';

/** Sends an invitation. */
export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(FIRST_ROLE);
  const invitation = usePeopleCommand({
    run: () => parseResponse(api.newsroom.people.$post({ json: { email: email.trim(), role } })),
    done: emailText('Invitation is on its way', 'The invitation'),
    failed: 'Failed to invite',
    onSuccess: onClose,
  });
  const { error } = invitation;

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Invite"
      description="The link in the email is valid once and for three days."
      hasInput={email !== '' || role !== FIRST_ROLE}
      action="Invite"
      busyAction="Inviting..."
      request={invitation}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        value={email}
        error={fieldErrorsOf(error)['email']}
        onChange={(event) => {
          setEmail(event.target.value);
          invitation.reset();
        }}
      />
      <RoleField role={role} onChange={setRole} />
    </FormDialog>
  );
}
