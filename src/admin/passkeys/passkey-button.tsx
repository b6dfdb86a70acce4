import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { toastFailure } from '../components/toast.tsx';
import { formErrorFrom } from '../login/form-error.ts';
import { findPageObstacle } from './passkey-obstacle.ts';

interface PasskeyButtonProps {
  readonly label: string;
  readonly signIn: () => Promise<void>;
}

/** Signs in with a passkey. Nothing where there are no passkeys. */
export function PasskeyButton({ label, signIn }: PasskeyButtonProps) {
  const signingIn = useMutation({
    mutationFn: signIn,
    onError: (error) => toastFailure(formErrorFrom(error).message),
  });
  if (findPageObstacle() !== null) return null;
  return (
    <>
      <button
        type="button"
        className="button button-secondary"
        disabled={signingIn.isPending}
        onClick={() => signingIn.mutate()}
      >
        <KeyRound size={18} aria-hidden="true" />
        {signingIn.isPending ? 'Waiting for the passkey...' : label}
      </button>
      {signingIn.error !== null && (
        <p className="account-form-error">{formErrorFrom(signingIn.error).message}</p>
      )}
    </>
  );
}
