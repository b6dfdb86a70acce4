import { useMutation } from '@tanstack/react-query';
import { BusyButton } from '../components/busy-button.tsx';
import { ApiError } from '../api/api-error.ts';
import { api, parseResponse } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { emailText } from '../email-text.ts';
import type { SiteSettings } from './site-settings.ts';

/** Shown until the recipient of contact messages has confirmed the address. */
export function RecipientNotice({ settings }: { readonly settings: SiteSettings }) {
  const resending = useMutation({
    mutationFn: () => parseResponse(api.newsroom.settings['recipient-confirmations'].$post()),
    onSuccess: () => toastSuccess(emailText('Confirmation email sent', 'The confirmation email')),
    onError: (error) =>
      toastFailure('Failed to send the email', error instanceof ApiError ? error.message : undefined),
  });
  const { contact_recipient: requested, confirmed_recipient: confirmed } = settings;
  if (requested === '' || requested === confirmed) return null;
  return (
    <div className="settings-notice" role="status">
      <p>
        {requested} has not confirmed yet. Until then messages go to {confirmed ?? settings.contact_email}.
      </p>
      <BusyButton className="link" label="Send the link again" busyLabel="Sending..." request={resending} />
    </div>
  );
}
