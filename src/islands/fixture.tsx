import { useId, useState } from 'react';

/** Islands for the tests of the islands. No page of the site draws them. */

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

/** Its field is controlled, so it only knows what it is told. Without script the form goes to /note. */
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

/** Drawn well on the server, broken in the browser. */
export function Brittle() {
  if (typeof document !== 'undefined') throw new Error('broken in the browser');
  return (
    <form action="/note">
      <input name="note" defaultValue="kept" />
      <button type="submit">Send</button>
    </form>
  );
}
