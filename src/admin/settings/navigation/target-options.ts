import type { Sections } from '#domain/categories/section.ts';
import { ownPageTarget } from '#domain/site/link-target.ts';
import type { OwnPageSummary } from '../../pages/page-queries.ts';

export interface TargetOption {
  readonly value: string;
  readonly label: string;
}

/** The value of the option for an address that is entered. */
export const OTHER_TARGET = '';

const PAGES: readonly TargetOption[] = [
  { value: '/', label: 'Home' },
  { value: '/articles', label: 'All articles' },
  { value: '/newsletter', label: 'Newsletter' },
  { value: '/about', label: 'About' },
  { value: '/contact', label: 'Contact' },
  { value: '/podcasts', label: 'Podcast' },
  { value: '/videos', label: 'Videos' },
  { value: '/your-data', label: 'Your data' },
];

const LISTS: readonly TargetOption[] = [
  { value: 'list:categories', label: 'All categories' },
  { value: 'list:sections', label: 'All other sections' },
  { value: 'list:media', label: 'Podcast and videos' },
];

type OwnPage = Pick<OwnPageSummary, 'id' | 'title' | 'is_draft'>;

/** What an entry of the navigation can lead to, without entering an address. */
export function targetOptions({ all }: Sections, ownPages: readonly OwnPage[]): readonly TargetOption[] {
  const sections = all.map(({ slug, name, isVisible }) => ({
    value: `section:${slug}`,
    label: isVisible ? `Section: ${name}` : `Section: ${name} (hidden)`,
  }));
  const pages = ownPages.map(({ id, title, is_draft: isDraft }) => ({
    value: ownPageTarget(id),
    label: isDraft ? `Page: ${title} (draft)` : `Page: ${title}`,
  }));
  return [...PAGES, ...LISTS, ...sections, ...pages, { value: OTHER_TARGET, label: 'Another page or site' }];
}
