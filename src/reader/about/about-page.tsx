import { pageTags } from '#domain/articles/tags.ts';
import { renderPage, type ReaderPage } from '../reader-page.tsx';
import { PageHeading } from '../components/page-heading.tsx';

// oxlint-disable-next-line require-await
export const aboutPage: ReaderPage = async (publication) => {
  const { site } = publication;
  const { mission, principles, timelineHeading, timeline } = site.about;
  return renderPage(publication, {
    title: 'About',
    description: `What ${site.name} is for, how it works and how it came about.`,
    path: '/about',
    styleSheet: 'article',
    tags: [pageTags.site],
    content: (
      <div className="container pb-24">
        <PageHeading title={`About ${site.name}`} description={site.tagline} />
        <section className="grid gap-8 pt-12 lg:grid-cols-[1fr_2fr]" aria-labelledby="mission-title">
          <h2 id="mission-title" className="text-2xl">
            Our mission
          </h2>
          <div className="prose max-w-[var(--measure)]">
            {mission.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
        <section className="grid gap-8 pt-16 lg:grid-cols-[1fr_2fr]" aria-labelledby="principles-title">
          <h2 id="principles-title" className="text-2xl">
            How we work
          </h2>
          <dl className="grid gap-6">
            {principles.map((principle) => (
              <div key={principle.title} className="max-w-[var(--measure)] border-t border-rule pt-4">
                <dt className="font-serif text-xl font-semibold text-ink">{principle.title}</dt>
                <dd className="mt-1">{principle.text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="grid gap-8 pt-16 lg:grid-cols-[1fr_2fr]" aria-labelledby="timeline-title">
          <h2 id="timeline-title" className="text-2xl">
            {timelineHeading}
          </h2>
          <ol className="timeline max-w-[var(--measure)]">
            {timeline.map((entry) => (
              <li key={entry.year}>
                <p className="text-sm font-semibold text-accent">{entry.year}</p>
                <h3 className="text-xl">{entry.title}</h3>
                <p className="mt-1">{entry.text}</p>
              </li>
            ))}
          </ol>
        </section>
        <p className="mt-16 flex flex-wrap gap-3 border-t border-rule pt-10">
          <a className="button" href="/newsletter">
            Get the newsletter
          </a>
          <a className="button button-secondary" href="/articles">
            Read the articles
          </a>
        </p>
      </div>
    ),
  });
};
