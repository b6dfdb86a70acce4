import { useRef, useState } from 'react';
import { BusyButton } from '../components/busy-button.tsx';
import { parseResponse, api } from '../api-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import type { ConfirmedRequest } from '../components/delete-dialog.tsx';
import { emailText } from '../email-text.ts';
import { type Person, usePeopleCommand } from './people-queries.ts';

const personApi = api.newsroom.people[':id'];

interface PersonActionsProps {
  readonly person: Person;
  /** Called after the person has left the list. */
  readonly onRemoved: () => void;
  /** Gets the focus then. */
  readonly finalFocus: () => HTMLElement | null;
}

/** The actions of the state of a person. Those that take something away ask for confirmation. */
export function PersonActions(props: PersonActionsProps) {
  return (
    <div className="person-actions">
      {props.person.state === 'invited' ? <InvitationActions {...props} /> : <AccountActions {...props} />}
    </div>
  );
}

function AccountActions({ person, ...removed }: PersonActionsProps) {
  const focus = useRemovalFocus(removed);
  const { id: personId, name, state } = person;
  const param = { id: personId };
  const suspension = usePeopleCommand({
    run: (suspended: boolean) => parseResponse(personApi.$patch({ param, json: { suspended } })),
    done: state === 'suspended' ? 'Account reactivated' : 'Account suspended',
    failed: 'Failed to change the account',
    endsTokens: true,
  });
  const reset = usePeopleCommand({
    run: () => parseResponse(personApi['second-factor'].$delete({ param })),
    done: 'Second factor reset',
    failed: 'Failed to reset the second factor',
    endsTokens: true,
  });
  const removal = usePeopleCommand({
    run: () => parseResponse(personApi.$delete({ param })),
    done: 'Person removed',
    failed: 'Failed to remove the person',
    onSuccess: focus.onRemoved,
  });
  return (
    <>
      {person.has_second_factor && (
        <ConfirmedButton
          label="Reset second factor"
          busyLabel="Resetting..."
          subject={name}
          text="For someone who has lost the app, the passkeys and the recovery codes. All of them are removed, the password alone is enough then, and all sessions and API tokens end."
          request={reset}
        />
      )}
      {state === 'suspended' ? (
        <BusyButton
          className="button button-secondary"
          label="Reactivate"
          busyLabel="Reactivating..."
          request={{ isPending: suspension.isPending, mutate: () => suspension.mutate(false) }}
        />
      ) : (
        <ConfirmedButton
          label="Suspend"
          busyLabel="Suspending..."
          title="Suspend account"
          subject={name}
          text="All sessions, API tokens and links to previews end at once, and signing in is rejected until the account is reactivated. What the person has scheduled is put on hold: it waits under “To review”."
          request={{
            isPending: suspension.isPending,
            mutate: (_, options) => suspension.mutate(true, options),
          }}
        />
      )}
      <ConfirmedButton
        label="Remove"
        busyLabel="Removing..."
        title="Remove person"
        subject={name}
        text="The account is deleted. Its articles stay, and belong to the editors. What the person has scheduled is put on hold: it waits under “To review”. This action cannot be undone."
        isDangerous
        finalFocus={focus.finalFocus}
        request={removal}
      />
    </>
  );
}

function InvitationActions({ person, ...removed }: PersonActionsProps) {
  const focus = useRemovalFocus(removed);
  const param = { id: person.id };
  const resending = usePeopleCommand({
    run: () => parseResponse(personApi.invitation.$post({ param })),
    done: emailText('Invitation is on its way', 'The invitation'),
    failed: 'Failed to resend the invitation',
  });
  const withdrawal = usePeopleCommand({
    run: () => parseResponse(personApi.invitation.$delete({ param })),
    done: 'Invitation withdrawn',
    failed: 'Failed to withdraw the invitation',
    onSuccess: focus.onRemoved,
  });
  return (
    <>
      <BusyButton
        className="button button-secondary"
        label="Resend invitation"
        busyLabel="Sending..."
        request={resending}
      />
      <ConfirmedButton
        label="Withdraw invitation"
        busyLabel="Withdrawing..."
        subject={person.email}
        text="The link in the email stops working."
        isDangerous
        finalFocus={focus.finalFocus}
        request={withdrawal}
      />
    </>
  );
}

/**
 * The focus after a removal: both dialogs close at once, and the button that opened the inner one, which would get it, disappears
 * with the outer one.
 */
function useRemovalFocus({ onRemoved, finalFocus }: Omit<PersonActionsProps, 'person'>) {
  const isRemoved = useRef(false);
  return {
    onRemoved() {
      isRemoved.current = true;
      onRemoved();
    },
    /** Null for the default. */
    finalFocus: () => (isRemoved.current ? finalFocus() : null),
  };
}

interface ConfirmedButtonProps {
  readonly label: string;
  readonly busyLabel: string;
  /** Of the dialog; by default the label. */
  readonly title?: string;
  readonly subject: string;
  readonly text: string;
  readonly isDangerous?: boolean;
  readonly finalFocus?: () => HTMLElement | null;
  readonly request: ConfirmedRequest;
}

function ConfirmedButton(props: ConfirmedButtonProps) {
  const { label, title = label, busyLabel, isDangerous = false, request, ...dialog } = props;
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <button
        type="button"
        className={isDangerous ? 'button button-plain button-warning' : 'button button-secondary'}
        onClick={() => setConfirming(true)}
      >
        {label}
      </button>
      <ConfirmDialog
        {...dialog}
        isOpen={isConfirming}
        title={title}
        action={label}
        busyAction={busyLabel}
        isDangerous={isDangerous}
        isBusy={request.isPending}
        onConfirm={() => request.mutate(undefined, { onSettled: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
