/** The way on from a page without content. */
export function ReturnHome() {
  return (
    <p className="mt-8">
      <a className="button" href="/">
        Return to Home
      </a>
    </p>
  );
}
