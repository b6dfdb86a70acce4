/** What has just happened, for screen readers. Must be on the page before the text changes. */
export function Announcement({ text }: { readonly text: string }) {
  return (
    <p role="status" className="visually-hidden">
      {text}
    </p>
  );
}
