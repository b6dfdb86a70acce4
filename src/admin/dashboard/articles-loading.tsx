const ROWS = ['70%', '55%', '80%', '62%', '48%', '74%'];

/** A skeleton of the list, which prevents a layout shift. */
export function ArticlesLoading() {
  return (
    <div className="rows-loading">
      <p role="status">Loading articles...</p>
      {ROWS.map((width) => (
        <span key={width} className="rows-loading-row" aria-hidden="true">
          <span className="skeleton-line" style={{ width }} />
          <span className="skeleton-line" />
          <span className="skeleton-line" />
        </span>
      ))}
    </div>
  );
}
