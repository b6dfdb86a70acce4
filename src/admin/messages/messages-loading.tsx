const ROWS = ['62%', '48%', '74%', '55%', '70%'];

/** A skeleton of the list, which prevents a layout shift. */
export function MessagesLoading() {
  return (
    <div className="rows-loading">
      <p role="status">Loading messages...</p>
      {ROWS.map((width) => (
        <span key={width} className="messages-loading-row" aria-hidden="true">
          <span className="skeleton-line" />
          <span className="skeleton-line" style={{ width }} />
        </span>
      ))}
    </div>
  );
}
