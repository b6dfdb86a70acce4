import type { ViewedPage } from './viewed-page.ts';

/** Articles of one day that are counted in memory. The views of others only count for all articles together. */
const MAX_ARTICLES = 20_000;

/** Hosts of one day that are counted in memory and stored. The others are counted together. */
export const MAX_REFERRERS = 500;

/** Stands for all hosts beyond the limit. */
export const OTHER_REFERRERS = '';

/** The views of one day that are not stored yet. */
export class DayViews {
  /** `article` has the views of articles beyond the limit. */
  readonly pages = new Map<ViewedPage | 'article', number>();
  readonly referrers = new Map<string, number>();

  /** @param referrer the host of the site with the link; null for none */
  add(page: ViewedPage, referrer: string | null): void {
    this.#addPage(page, 1);
    if (referrer !== null) this.#addReferrer(referrer, 1);
  }

  addAll({ pages, referrers }: DayViews): void {
    for (const [page, views] of pages) this.#addPage(page, views);
    for (const [host, views] of referrers) this.#addReferrer(host, views);
  }

  #addPage(page: ViewedPage | 'article', views: number): void {
    const counted = this.pages.get(page);
    if (counted !== undefined) this.pages.set(page, counted + views);
    else if (this.pages.size < MAX_ARTICLES || !page.startsWith('article:')) this.pages.set(page, views);
    else this.#addPage('article', views);
  }

  #addReferrer(host: string, views: number): void {
    const counted = this.referrers.get(host);
    if (counted !== undefined) this.referrers.set(host, counted + views);
    else if (this.referrers.size < MAX_REFERRERS || host === OTHER_REFERRERS) this.referrers.set(host, views);
    else this.#addReferrer(OTHER_REFERRERS, views);
  }
}
