import { ArrowRight } from 'lucide-react';
import { type ArticleLink, articlePath } from '#domain/articles/article.ts';
import { textAttributes } from '#platform/language.ts';

interface ArticleEndProps {
  readonly next: ArticleLink | null;
}

/** Below the article body: a share button and a link to the next article. */
export function ArticleEnd({ next }: ArticleEndProps) {
  return (
    <div className="container pb-14 md:pb-20">
      <div className="article-end">
        {/* Requires script (share-article.ts); the style sheet hides it where scripting is off. */}
        <button type="button" className="button button-secondary button-small" data-share="">
          Copy link
        </button>
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
