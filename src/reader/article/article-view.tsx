import { type PublishedArticle, tagPath, type TagSlugs } from '#domain/articles/article.ts';
import { textAttributes } from '#platform/language.ts';
import { sectionPath } from '#domain/categories/section.ts';
import type { Picture } from '#domain/images/image.ts';
import { Count } from '../components/amount.tsx';
import type { CardSite } from '../components/article-card.tsx';
import { Avatars } from '../components/avatar.tsx';
import { AuthorNames } from '../components/author-names.tsx';
import { PublishDate } from '../components/date.tsx';
import { isUpright, LeadPicture } from '../components/lead-picture.tsx';
import { ArticleBody } from './article-body.tsx';

interface ArticleViewProps {
  readonly article: PublishedArticle;
  /** Null where no comments follow. */
  readonly commentCount: number | null;
  readonly site: CardSite;
  readonly tagSlugs: TagSlugs;
}

const LEAD_SIZES = '(min-width: 64rem) 60rem, 100vw';

/** The article from its badge to the end of its body. The editor's preview renders the same component. */
export function ArticleView({ article, commentCount, site, tagSlugs }: ArticleViewProps) {
  const section = site.sections.get(article.sectionSlug);
  const langAttributes = textAttributes(article.lang);
  return (
    <article data-section={section.slug}>
      <header className="container max-w-[64rem] pt-10 md:pt-16">
        <div className="mx-auto max-w-[var(--measure)]">
          <p className="flex flex-wrap items-center gap-2">
            <a className="badge" href={sectionPath(section)}>
              {section.shortName}
            </a>
            {article.tags.map((tag) => (
              <Tag key={tag} name={tag} slug={tagSlugs.get(tag)} />
            ))}
          </p>
          <h1 className="mt-5 text-4xl" {...langAttributes}>
            {article.title}
          </h1>
          <p className="mt-5 font-serif text-lg text-muted md:text-[1.375rem]" {...langAttributes}>
            {article.excerpt}
          </p>
          <div className="mt-7 flex items-center gap-3">
            <Avatars authors={article.authors} />
            <div className="wrap-anywhere">
              <p className="text-sm font-semibold text-ink">
                <AuthorNames authors={article.authors} />
              </p>
              <p className="meta">
                <PublishDate date={article.publishDate} timeZone={site.timeZone} />
                <span>
                  <bdi>{article.readTime}</bdi>
                </span>
                {commentCount !== null && (
                  <a href="#comments" className="hover:underline">
                    <Count value={commentCount} one="comment" many="comments" />
                  </a>
                )}
              </p>
            </div>
          </div>
        </div>
        <div className={`frame mt-9 ${frameClass(article.picture)}`}>
          <LeadPicture article={article} section={section} sizes={LEAD_SIZES} eager />
        </div>
      </header>
      <div className="container py-10 md:py-14">
        <ArticleBody html={article.body} lang={article.lang} />
        {article.isSample && <SampleNotice />}
      </div>
    </article>
  );
}

/** `slug` is undefined for a tag without a page. */
function Tag({ name, slug }: { readonly name: string; readonly slug: string | undefined }) {
  if (slug === undefined)
    return (
      <span className="tag" dir="auto">
        {name}
      </span>
    );
  return (
    <a className="tag" dir="auto" rel="tag" href={tagPath(slug)}>
      {name}
    </a>
  );
}

function frameClass(picture: Picture | null): string {
  if (picture === null) return 'frame-band';
  return isUpright(picture) ? 'frame-upright' : 'frame-wide';
}

function SampleNotice() {
  return (
    <p className="mx-auto mt-12 max-w-[var(--measure)] border-t border-rule pt-4 text-sm text-muted">
      This is a sample article. It came with the installation, to show what a published piece looks like.
    </p>
  );
}
