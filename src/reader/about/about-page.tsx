import { pageTags } from '#domain/articles/cache-tags.ts';
import { renderPage, type ReaderPage } from '../reader-page.tsx';
import { AboutView } from './about-view.tsx';

// oxlint-disable-next-line require-await
export const aboutPage: ReaderPage = async (publication) => {
  const { site } = publication;
  return renderPage(publication, {
    title: 'About',
    description: `What ${site.name} is for, how it works and how it came about.`,
    path: '/about',
    styleSheet: 'about',
    tags: [pageTags.site],
    content: (
      <AboutView siteName={site.name} tagline={site.tagline} about={site.about} samples={site.samples} />
    ),
  });
};
