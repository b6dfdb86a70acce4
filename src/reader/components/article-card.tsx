import { type ArticleSummary, articlePath } from '#domain/articles/article.ts';
import { bylineText } from '#domain/articles/bylines.ts';
import { textAttributes } from '#platform/language.ts';
import type { Site } from '#domain/site/site.ts';
import { PublishDate } from './date.tsx';
import { LeadPicture } from './lead-picture.tsx';

/** What cards and articles show of the publication. */
export type CardSite = Pick<Site, 'timeZone' | 'sections'>;

interface ArticleCardProps {
  readonly article: ArticleSummary;
  readonly site: CardSite;
  /** The heading level below that of the heading above the grid. */
  readonly heading: 'h2' | 'h3';
  /** The picture is above the fold, so it is not lazy-loaded. */
  readonly eager?: boolean;
}

const CARD_SIZES = '(min-width: 66rem) 23.5rem, (min-width: 44rem) 50vw, 100vw';

/** One article in a grid. The whole card is clickable; the link's accessible name is the headline. */
function ArticleCard({ article, site, heading: Heading, eager = false }: ArticleCardProps) {
  const section = site.sections.get(article.sectionSlug);
  const langAttributes = textAttributes(article.lang);
  return (
    <article className="article-card" data-section={section.slug}>
      <div className="frame frame-card">
        <LeadPicture article={article} section={section} sizes={CARD_SIZES} eager={eager} decorative />
      </div>
      <p className="eyebrow mt-4">{section.shortName}</p>
      <Heading className="mt-1.5 text-xl" {...langAttributes}>
        <a className="card-link" href={articlePath(article.slug)}>
          {article.title}
        </a>
      </Heading>
      <p className="mt-2 line-clamp-3 text-sm" {...langAttributes}>
        {article.excerpt}
      </p>
      <CardMeta article={article} timeZone={site.timeZone} className="mt-3" />
    </article>
  );
}

interface CardMetaProps extends Pick<ArticleCardProps, 'article'> {
  readonly timeZone: string;
  readonly className: string;
}

/** Authors, date and read time. The names are no links, because the whole card is one. */
export function CardMeta({ article, timeZone, className }: CardMetaProps) {
  return (
    <p className={`meta ${className}`}>
      <span className="wrap-anywhere">
        <bdi>{bylineText(article.bylines)}</bdi>
      </span>
      <PublishDate date={article.publishDate} timeZone={timeZone} />
      <span>
        <bdi>{article.readTime}</bdi>
      </span>
    </p>
  );
}

interface ArticleGridProps extends Omit<ArticleCardProps, 'article' | 'eager'> {
  readonly articles: readonly ArticleSummary[];
  /** Whether another picture of the page comes first, with which those of the grid would compete for the connection. */
  readonly isBelowPicture?: boolean;
}

export function ArticleGrid({ articles, isBelowPicture = false, ...rest }: ArticleGridProps) {
  return (
    <ul className="article-grid">
      {articles.map((article, index) => (
        <li key={article.id}>
          <ArticleCard article={article} eager={index === 0 && !isBelowPicture} {...rest} />
        </li>
      ))}
    </ul>
  );
}
