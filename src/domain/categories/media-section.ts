import type { SectionIconName } from './section-icons.ts';

/** Podcasts and videos: pages without articles. */
export interface MediaSection {
  readonly slug: 'podcasts' | 'videos';
  readonly path: string;
  readonly name: string;
  readonly icon: SectionIconName;
  readonly description: string;
  readonly emptyText: string;
}

export const MEDIA_SECTIONS: readonly MediaSection[] = [
  {
    slug: 'podcasts',
    path: '/podcasts',
    name: 'Podcast',
    icon: 'mic',
    description: 'Conversations that take the time an argument needs.',
    emptyText: 'Podcast episodes coming soon...',
  },
  {
    slug: 'videos',
    path: '/videos',
    name: 'Videos',
    icon: 'clapperboard',
    description: 'Reporting and explanation for when a thing has to be seen.',
    emptyText: 'Video content coming soon...',
  },
];
