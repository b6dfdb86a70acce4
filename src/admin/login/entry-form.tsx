import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { usePageTitle } from '../parts/page-title.ts';
import { toastFailure } from '../parts/toast.tsx';
import { type Complaint, complaintOf } from './entries.ts';

interface EntryFormProps {
  readonly title: string;
  /** Says why the visitor is here, where that is not plain. */
  readonly note?: ReactNode;
  readonly action: string;
  readonly busyAction: string;
  /** What is missing before the server is asked. */
  readonly check: () => Complaint | null;
  readonly send: () => Promise<void>;
  /** Where else one can go from here. */
  readonly links: ReactNode;
  readonly children: (fields: Complaint['fields']) => ReactNode;
}

/** A form of the login screen: checks, sends once at a time, and says what is wrong beside the fields and as a toast. */
export function EntryForm(props: EntryFormProps) {
  const { title, note, action, busyAction, check, send, links, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const sending = useMutation({ mutationFn: send, onError: (error) => complain(complaintOf(error)) });
  usePageTitle(title);

  function complain(next: Complaint): void {
    setComplaint(next);
    toastFailure(next.message);
    const [blamed] = Object.keys(next.fields);
    const entry = blamed === undefined ? null : form.current?.elements.namedItem(blamed);
    if (entry instanceof HTMLElement) entry.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (sending.isPending) return;
    const next = check();
    setComplaint(next);
    if (next === null) sending.mutate();
    else complain(next);
  }

  return (
    <form ref={form} className="entry-form" noValidate onSubmit={submit}>
      <h1>{title}</h1>
      {note !== undefined && <p className="entry-note">{note}</p>}
      {children(complaint?.fields ?? {})}
      {/* beside the fields it is said already */}
      {complaint !== null && Object.keys(complaint.fields).length === 0 && (
        <p className="entry-complaint">{complaint.message}</p>
      )}
      <button type="submit" className="button" disabled={sending.isPending}>
        {sending.isPending ? busyAction : action}
      </button>
      <p className="entry-links">{links}</p>
    </form>
  );
}
