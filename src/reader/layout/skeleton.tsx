/**
 * Replaces the current page while the next one loads slowly (`data-navigating` on the root element, set by the entry
 * script). It is in the HTML of every page, because no client script renders reader pages.
 */
export function NavigationSkeleton() {
  return (
    <div className="skeleton below-bar" aria-hidden="true">
      <div className="container skeleton-listing">
        <p className="skeleton-note">Loading articles...</p>
        <div className="skeleton-hero" />
        <div className="skeleton-grid">
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className="skeleton-card">
              <i />
              <i />
              <i />
            </div>
          ))}
        </div>
      </div>
      <div className="container skeleton-article">
        <i />
        <i />
        <i />
        <div className="skeleton-hero" />
        <i />
        <i />
        <i />
        <p className="skeleton-note">Loading comments...</p>
      </div>
    </div>
  );
}
