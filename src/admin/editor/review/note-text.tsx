/** The plain text of a note, with its line breaks. */
export function NoteText({ text }: { readonly text: string }) {
  return (
    <p className="note-text" dir="auto">
      {text}
    </p>
  );
}
