import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { hasUnsavedEntries } from '../unsaved/entry-storage.ts';
import { lossQuestion } from '../unsaved/loss-question.ts';
import { useLogout } from './logout.ts';
import { useSession } from './newsroom-session.ts';

const UNSAVED_TEXT = 'You have unsaved changes in this browser. Logging out deletes them.';

/** Logs out. Asks for confirmation when that loses unsaved changes of the account or a secret that is shown once. */
export function LogoutButton() {
  const session = useSession();
  const logout = useLogout();
  const [isConfirming, setConfirming] = useState(false);
  const [text, setText] = useState(UNSAVED_TEXT);
  const handleClick = () => {
    const lost = [
      hasUnsavedEntries(localStorage, session?.user.id) ? UNSAVED_TEXT : undefined,
      lossQuestion()?.text,
    ].filter((loss) => loss !== undefined);
    if (lost.length === 0) return logout.mutate();
    setText(lost.join(' '));
    setConfirming(true);
  };
  return (
    <>
      <button
        type="button"
        className="button button-secondary button-small"
        disabled={logout.isPending}
        onClick={handleClick}
      >
        <LogOut size={15} aria-hidden="true" />
        Logout
      </button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Log out"
        text={text}
        busyAction="Logging out..."
        isBusy={logout.isPending}
        isDangerous
        onConfirm={() => logout.mutate(undefined, { onSettled: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
