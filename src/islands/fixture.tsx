import { useId, useState } from 'react';

/** Islands used by the tests in this folder. No page of the site renders them. */

export function Counter({ start }: { readonly start: number }) {
  const [count, setCount] = useState(start);
  const id = useId();
  return (
    <>
      <p id={id}>Times clicked</p>
      <button type="button" aria-describedby={id} onClick={() => setCount(count + 1)}>
        {count}
      </button>
    </>
  );
}

/** A form with a controlled field, which sees only values that events report. Without script it submits to /note. */
export function NoteForm() {
  const [note, setNote] = useState('');
  const [sent, setSent] = useState('nothing');
  return (
    <form
      action="/note"
      onSubmit={(event) => {
        event.preventDefault();
        setSent(note);
      }}
    >
      <label>
        Note <input name="note" required value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      <button type="submit">Send</button>
      <output>{sent}</output>
    </form>
  );
}

/** Renders on the server and throws in the browser. */
export function FailsInBrowser() {
  if (typeof document !== 'undefined') throw new Error('broken in the browser');
  return (
    <form action="/note">
      <input name="note" defaultValue="original" />
      <button type="submit">Send</button>
    </form>
  );
}
