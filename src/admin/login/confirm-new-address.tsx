import { ApiError } from '../api/api-error.ts';
import { parseResponse, anonymousApi } from '../api-client.ts';
import { toastSuccess } from '../components/toast.tsx';
import { AccountForm } from './account-form.tsx';

interface ConfirmNewAddressProps {
  /** The token of the emailed link. */
  readonly token: string;
  /** Called with a message, after the change and for a link that cannot be used. */
  readonly onDone: (message: string) => void;
}

const CHANGED = 'The address of your account has been changed. Sign in with the new one from now on.';

/** The page for the link to a new address. Opening the link changes nothing. */
export function ConfirmNewAddress({ token, onDone }: ConfirmNewAddressProps) {
  async function confirm(): Promise<void> {
    try {
      await parseResponse(anonymousApi['email-changes'].confirmation.$post({ json: { token } }));
    } catch (error) {
      const isFinal = error instanceof ApiError && ['gone', 'conflict', 'unprocessable'].includes(error.code);
      if (!isFinal) throw error;
      return onDone(error.message);
    }
    toastSuccess('Email address changed');
    onDone(CHANGED);
  }

  return (
    <AccountForm
      title="Confirm your new address"
      note="From now on you sign in with this address. Emails of your account go there too."
      action="Confirm new address"
      busyAction="Confirming..."
      validate={() => null}
      send={confirm}
      links={null}
    >
      {() => null}
    </AccountForm>
  );
}
