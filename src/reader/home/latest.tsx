import { type ArticleSummary, articlePath } from '#domain/articles/article.ts';
import { textAttributes } from '#platform/language.ts';
import { CardMeta, type CardSite } from '../components/article-card.tsx';
import { PublishDate } from '../components/date.tsx';
import { LeadPicture } from '../components/lead-picture.tsx';

/** The width of the picture of the lead in the layout (`latest.css`). */
const LEAD_SIZES = '(min-width: 64rem) 44.25rem, 100vw';

interface LatestProps {
  readonly title: string;
  /** The lead and the headlines after it; at least one. */
  readonly articles: readonly ArticleSummary[];
  readonly site: CardSite;
}

/** The latest articles on the home page: the first one with its picture, the others as headlines. */
export function Latest({ title, articles: [lead, ...others], site }: LatestProps) {
  if (lead === undefined) return null;
  return (
    <section className="container latest" aria-labelledby="latest-title">
      <div className="latest-head">
        <h2 id="latest-title" className="text-4xl">
          {title}
        </h2>
        <a className="link" href="/articles">
          All articles
        </a>
      </div>
      <div className="latest-columns">
        <Lead article={lead} site={site} />
        {others.length > 0 && (
          <ul className="latest-headlines">
            {others.map((article) => (
              <Headline key={article.id} article={article} site={site} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

interface EntryProps {
  readonly article: ArticleSummary;
  readonly site: CardSite;
}

function Lead({ article, site }: EntryProps) {
  const section = site.sections.get(article.sectionSlug);
  const langAttributes = textAttributes(article.lang);
  return (
    <article className="article-card latest-lead" data-section={section.slug}>
      <div className="frame frame-wide">
        {/* Lazy: the hero above fills the first screen. */}
        <LeadPicture article={article} section={section} sizes={LEAD_SIZES} decorative />
      </div>
      <div>
        <p className="eyebrow">{section.shortName}</p>
        <h3 {...langAttributes}>
          <a className="card-link" href={articlePath(article.slug)}>
            {article.title}
          </a>
        </h3>
        <p className="latest-excerpt" {...langAttributes}>
          {article.excerpt}
        </p>
        <CardMeta article={article} timeZone={site.timeZone} className="" />
      </div>
    </article>
  );
}

function Headline({ article, site }: EntryProps) {
  const section = site.sections.get(article.sectionSlug);
  return (
    <li className="article-card" data-section={section.slug}>
      <p className="eyebrow">{section.shortName}</p>
      <h3 {...textAttributes(article.lang)}>
        <a className="card-link" href={articlePath(article.slug)}>
          {article.title}
        </a>
      </h3>
      <p className="meta">
        <PublishDate date={article.publishDate} timeZone={site.timeZone} />
      </p>
    </li>
  );
}
