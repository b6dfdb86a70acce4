import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { useSavingSettings } from './site-settings.ts';

interface SettingsFormProps {
  readonly className: string;
  readonly saving: ReturnType<typeof useSavingSettings>;
  readonly onSave: () => void;
  readonly children: ReactNode;
}

/** Fields and the button that saves them. The first field that is refused gets the focus. */
export function SettingsForm({ className, saving, onSave, children }: SettingsFormProps) {
  const form = useRef<HTMLFormElement>(null);

  // After the error is on the page.
  useEffect(() => {
    if (saving.error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [saving.error]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!saving.isPending) onSave();
  }

  return (
    <form ref={form} className={className} onSubmit={submit} noValidate>
      {children}
      <button type="submit" className="button justify-self-start" disabled={saving.isPending}>
        {saving.isPending ? 'Saving...' : 'Save settings'}
      </button>
    </form>
  );
}
