import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { hasUnsavedEntries } from '../unsaved/entry-storage.ts';
import { useLogout } from './logout.ts';
import { useSession } from './newsroom-session.ts';

/** Signs out. Asks first when this browser holds unsaved changes of the account, which are deleted then. */
export function LogoutButton() {
  const session = useSession();
  const logout = useLogout();
  const [isAsking, setAsking] = useState(false);
  const press = () => {
    if (hasUnsavedEntries(localStorage, session?.user.id)) setAsking(true);
    else logout.mutate();
  };
  return (
    <>
      <button
        type="button"
        className="button button-quiet button-small"
        disabled={logout.isPending}
        onClick={press}
      >
        <LogOut size={15} aria-hidden="true" />
        Logout
      </button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Log Out"
        text="This browser keeps changes you have not saved. Logging out deletes them."
        action="Log out"
        busyAction="Logging out..."
        isBusy={logout.isPending}
        isDangerous
        onConfirm={() => logout.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
