import type { ReactNode } from 'react';
import { OwnAccountForm } from './own-account-form.tsx';
import type { Proof } from './use-proof.tsx';

interface ProofFormProps {
  readonly proof: Proof;
  readonly action: string;
  readonly busyAction: string;
  /** Sends the request, and resolves to the message of its success. */
  readonly send: () => Promise<string>;
  readonly onCancel?: (() => void) | undefined;
  /** Above the fields of the proof. */
  readonly children?: ReactNode;
}

/** The form of a change that needs a proof. The proof is its confirmation. */
export function ProofForm({ proof, children, ...form }: ProofFormProps) {
  return (
    <OwnAccountForm {...form} isReady={proof.isReady}>
      {(errors) => (
        <>
          {children}
          {proof.fields(errors)}
        </>
      )}
    </OwnAccountForm>
  );
}
