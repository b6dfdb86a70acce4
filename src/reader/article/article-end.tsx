import { ArrowRight } from 'lucide-react';
import { type ArticleLink, articlePath } from '#domain/articles/article.ts';
import { textAttributes } from '#platform/language.ts';

interface ArticleEndProps {
  readonly title: string;
  /** Canonical URL of the article. */
  readonly url: string;
  readonly next: ArticleLink | null;
}

/** Below the article body: how to share the article, and a link to the next one. */
export function ArticleEnd({ title, url, next }: ArticleEndProps) {
  return (
    <div className="container pb-14 md:pb-20">
      <div className="article-end">
        <div className="share flex flex-wrap gap-2">
          {/* Requires script (share-article.ts); the style sheet hides it where scripting is off. */}
          <button type="button" className={BUTTON} data-copy-link="">
            Copy link
          </button>
          {/* The script shows it where the system has a share dialog. */}
          <button type="button" className={BUTTON} data-share="" hidden>
            Share
          </button>
          <a className={BUTTON} href={mailLink(title, url)}>
            Email<span className="visually-hidden"> this article</span>
          </a>
        </div>
        {next !== null && (
          <a className="next-article" href={articlePath(next.slug)} rel="next">
            <span className="text-sm text-muted">Next article</span>
            <span className="next-article-title">
              <bdi {...textAttributes(next.lang)}>{next.title}</bdi>
              <ArrowRight size={18} aria-hidden="true" />
            </span>
          </a>
        )}
      </div>
    </div>
  );
}

const BUTTON = 'button button-secondary button-small';

/** A new message (RFC 6068) with the title as subject. A text that is not stored may have lone surrogates, which cannot be encoded. */
const mailLink = (title: string, url: string) =>
  `mailto:?subject=${encodeURIComponent(title.toWellFormed())}&body=${encodeURIComponent(url)}`;
