const ROWS = ['70%', '55%', '80%', '62%', '48%', '74%'];

/** The shape of what is coming, so that nothing jumps when it does. */
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
