/**
 * Shown instead of the page that is being left, when the next one keeps the reader waiting (`data-navigating` on the
 * root element, set by the entry script). It is part of every page because no script draws on reader pages.
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
