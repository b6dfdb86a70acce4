/** A listing without articles, with a way on. */
export function EmptyListing({ text }: { readonly text: string }) {
  return (
    <div className="empty mt-12">
      <p>{text}</p>
      <a className="link" href="/">
        See the rest of our coverage
      </a>
    </div>
  );
}
