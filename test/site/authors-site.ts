import { type NewsroomSite, prepareNewsroomSite } from './newsroom-site.ts';

interface AuthorsSite extends NewsroomSite {
  /** Publishes an article with these bylines; its number is in its slug and title. */
  publish(bylines: readonly object[], more?: object): ReturnType<NewsroomSite['newsroom']['create']>;
  /** The title of the article that was published last. */
  title(): string;
}

/** A site that publishes articles of authors. */
export function prepareAuthorsSite(databaseKind: 'embedded' | 'server'): AuthorsSite {
  const site = prepareNewsroomSite({ databaseKind });
  let sequence = 0;
  return Object.assign(site, {
    publish(bylines: readonly object[], more: object = {}) {
      sequence += 1;
      const names = { slug: `piece-${sequence}`, title: `Piece ${sequence}` };
      return site.newsroom.create({ ...names, is_draft: false, bylines, ...more });
    },
    title: () => `Piece ${sequence}`,
  });
}

/** The structured data of a page. */
export const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as Record<
    string,
    unknown
  >;
