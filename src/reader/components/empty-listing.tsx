/** Shown in place of a listing without articles, with a link to the home page. */
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
