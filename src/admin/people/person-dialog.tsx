import { type FormEvent, useId, useState } from 'react';
import { parseResponse, api } from '../api-client.ts';
import { useDialogInput } from '../components/dialog-input.ts';
import { Dialog } from '../components/dialog.tsx';
import { type Person, usePeopleCommand } from './people-queries.ts';
import { PersonActions } from './person-actions.tsx';
import { activityText, STATE_LABELS } from './person-labels.ts';
import { PersonTokens } from './person-tokens.tsx';
import { RoleField } from './role-field.tsx';

interface PersonDialogProps {
  /** Null for none. */
  readonly person: Person | null;
  readonly onClose: () => void;
  /** Called after the person has left the list. */
  readonly onRemoved: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** Shows and changes one person. The content stays while the dialog closes. */
export function PersonDialog({ person, onClose, onRemoved, finalFocus }: PersonDialogProps) {
  const [shown, setShown] = useState(person);
  if (person !== null && person !== shown) setShown(person);
  if (shown === null) return null;
  return (
    <Dialog
      isOpen={person !== null}
      onClose={onClose}
      title={shown.name}
      description={shown.email}
      finalFocus={finalFocus}
      footer={<PersonActions key={shown.id} person={shown} onRemoved={onRemoved} finalFocus={finalFocus} />}
    >
      <p className="person-facts">
        <span className={shown.state === 'active' ? 'status' : 'status status-draft'}>
          {STATE_LABELS[shown.state]}
        </span>
        <span className="text-muted">{activityText(shown)}</span>
      </p>
      <RoleForm key={`${shown.id} ${shown.role}`} person={shown} />
      {shown.state !== 'invited' && <PersonTokens key={shown.id} personId={shown.id} />}
    </Dialog>
  );
}

function RoleForm({ person }: { readonly person: Person }) {
  const [role, setRole] = useState(person.role);
  useDialogInput(role !== person.role);
  const form = useId();
  const saving = usePeopleCommand({
    run: () => parseResponse(api.newsroom.people[':id'].$patch({ param: { id: person.id }, json: { role } })),
    done: 'Role changed',
    failed: 'Failed to change the role',
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  }

  return (
    <form id={form} className="person-form" onSubmit={submit}>
      <RoleField role={role} onChange={setRole} />
      <button
        type="submit"
        className="button button-small"
        disabled={saving.isPending || role === person.role}
      >
        {saving.isPending ? 'Saving...' : 'Save role'}
      </button>
    </form>
  );
}
