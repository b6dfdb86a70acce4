import { useEffect, useRef } from 'react';
import { TextField } from '../../components/field.tsx';
import { toastFailure, toastSuccess } from '../../components/toast.tsx';

/** The address of a new link, selected, with a button that copies it. */
export function CreatedLink({ url }: { readonly url: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      toastSuccess('Link copied');
    } catch {
      // The browser denies it, or the newsroom is not opened over HTTPS.
      field.current?.select();
      toastFailure('The link could not be copied', 'Please copy the selected address.');
    }
  }

  return (
    <div className="created-link">
      <TextField
        ref={field}
        label="New link"
        hint="Please copy it now. It is not shown again."
        dir="ltr"
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button type="button" className="button" onClick={() => void copy()}>
        Copy link
      </button>
    </div>
  );
}
