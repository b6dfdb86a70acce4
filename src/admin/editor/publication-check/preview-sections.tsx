import { CheckSection } from './check-section.tsx';
import { DocumentFrame } from './document-frame.tsx';
import type { Previews } from './load-check.ts';

/** CSS pixels. */
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1366, height: 768 };
const EMAIL_WIDTH = 640;
const FEED = { width: 640, height: 480 };

/** The article wherever readers see it. */
export function PreviewSections({ previews }: { readonly previews: Previews }) {
  const { page, card, featured, feed, email, search, social } = previews;
  return (
    <>
      <CheckSection title="Article page">
        <div className="check-pages">
          <figure>
            <DocumentFrame title="Article page on a phone" html={page.html} {...PHONE} />
            <figcaption>Phone, {PHONE.width} pixels wide</figcaption>
          </figure>
          <figure>
            <DocumentFrame title="Article page on a desktop computer" html={page.html} {...DESKTOP} />
            <figcaption>Desktop, {DESKTOP.width} pixels wide</figcaption>
          </figure>
        </div>
      </CheckSection>
      {featured !== null && (
        <CheckSection title="Top of All Articles">
          <DocumentFrame title="Top of All Articles" html={featured.html} width={DESKTOP.width} />
        </CheckSection>
      )}
      <div className="check-columns">
        <CheckSection title="Card in lists">
          <DocumentFrame title="Card in lists" html={card.html} width={PHONE.width} />
        </CheckSection>
        <div className="check-column">
          <CheckSection title="Search result">
            <SearchResult search={search} />
          </CheckSection>
          <CheckSection title="Social preview">
            <SocialPreview social={social} />
          </CheckSection>
        </div>
      </div>
      <CheckSection title="Newsletter">
        <DocumentFrame title="Newsletter" html={email.html} width={EMAIL_WIDTH} />
        <Source label="Plain text" text={email.text} />
      </CheckSection>
      <CheckSection title="Feed item">
        <p className="check-feed-title" dir="auto">
          {feed.title}
        </p>
        <p className="field-hint" dir="auto">
          {feed.authors.join(', ')}
        </p>
        <p dir="auto">{feed.summary}</p>
        <DocumentFrame title="Text of the feed item" html={feed.html} {...FEED} />
        <Source label="RSS source" text={feed.rss} />
      </CheckSection>
    </>
  );
}

/** The values that search engines get. They may choose other texts of the page. */
function SearchResult({ search }: { readonly search: Previews['search'] }) {
  return (
    <div className="search-snippet" dir="auto">
      <p className="search-snippet-path">
        {new URL(search.url).host} › {search.breadcrumbs.slice(0, -1).join(' › ')}
      </p>
      <p className="search-snippet-title">{search.title}</p>
      <p className="search-snippet-text">{search.description}</p>
    </div>
  );
}

/** The Open Graph values of the page, as most networks lay them out. */
function SocialPreview({ social }: { readonly social: Previews['social'] }) {
  const { image } = social;
  return (
    <div className="social-preview" data-card={social.card} dir="auto">
      <img src={image.url} alt={image.alt} width={image.width} height={image.height} />
      <div className="social-preview-text">
        <p className="field-hint">{new URL(social.url).host}</p>
        <p className="social-preview-title">{social.title}</p>
        <p className="social-preview-description">{social.description}</p>
      </div>
    </div>
  );
}

function Source({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <details className="check-source">
      <summary className="summary-link">{label}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </details>
  );
}
