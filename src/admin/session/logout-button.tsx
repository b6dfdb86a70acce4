import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { hasUnsavedEntries } from '../unsaved/entry-storage.ts';
import { hasUnstoredInput } from '../unsaved/unstored-input.ts';
import { useLogout } from './logout.ts';
import { useSession } from './newsroom-session.ts';

/** Logs out. Asks for confirmation when there are unsaved changes of the account, because logout deletes them. */
export function LogoutButton() {
  const session = useSession();
  const logout = useLogout();
  const [isConfirming, setConfirming] = useState(false);
  const handleClick = () => {
    if (hasUnsavedEntries(localStorage, session?.user.id) || hasUnstoredInput()) setConfirming(true);
    else logout.mutate();
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
        text="You have unsaved changes in this browser. Logging out deletes them."
        busyAction="Logging out..."
        isBusy={logout.isPending}
        isDangerous
        onConfirm={() => logout.mutate(undefined, { onSettled: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
