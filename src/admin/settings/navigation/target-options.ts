import type { Sections } from '#domain/categories/section.ts';

interface TargetOption {
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

/** What an entry of the navigation can lead to, without entering an address. */
export function targetOptions({ all }: Sections): readonly TargetOption[] {
  const sections = all.map(({ slug, name, isVisible }) => ({
    value: `section:${slug}`,
    label: isVisible ? `Section: ${name}` : `Section: ${name} (hidden)`,
  }));
  return [...PAGES, ...LISTS, ...sections, { value: OTHER_TARGET, label: 'Another page or site' }];
}
