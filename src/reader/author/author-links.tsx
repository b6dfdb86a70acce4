import { Rss } from 'lucide-react';
import { authorPath, type AuthorProfile } from '#domain/articles/authors/author.ts';
import { feedPath } from '#domain/articles/feeds/feed.ts';

/** The links of an author, by host name, and the feed. `me` says that they are pages of the same person. */
export function AuthorLinks({ author }: { readonly author: AuthorProfile }) {
  return (
    <ul className="author-links">
      {author.links.map((url) => (
        <li key={url}>
          <a className="link" href={url} rel="me nofollow noopener">
            {linkLabel(url)}
          </a>
        </li>
      ))}
      <li>
        <a className="link" href={feedPath(authorPath(author.slug), 'atom')}>
          <Rss size={15} aria-hidden="true" />
          Feed
        </a>
      </li>
    </ul>
  );
}

/** `https://www.mastodon.example/@ada` → `mastodon.example/@ada`. */
function linkLabel(url: string): string {
  const { hostname, pathname } = new URL(url);
  return hostname.replace(/^www\./, '') + (pathname === '/' ? '' : pathname);
}
