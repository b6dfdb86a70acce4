import type { SampleText } from '#domain/site/sample-texts.ts';
import type { AboutTexts } from '#domain/site/site.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { SampleTextNote } from '../components/sample-text-note.tsx';

interface AboutViewProps {
  readonly siteName: string;
  readonly tagline: string;
  readonly about: AboutTexts;
  readonly samples: readonly SampleText[];
}

/** The About page: mission, principles and timeline. The preview of the newsroom renders the same component. */
export function AboutView({ siteName, tagline, about, samples }: AboutViewProps) {
  const { mission, principles, timelineHeading, timeline } = about;
  return (
    <div className="container pb-24">
      <PageHeading title={`About ${siteName}`} description={tagline} />
      <section className="grid gap-8 pt-12 lg:grid-cols-[1fr_2fr]" aria-labelledby="mission-title">
        <h2 id="mission-title" className="text-2xl">
          Our mission
        </h2>
        <div className="grid gap-6">
          {samples.includes('about_mission') && <SampleTextNote />}
          <div className="prose max-w-[var(--measure)]">
            {mission.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </section>
      <section className="grid gap-8 pt-16 lg:grid-cols-[1fr_2fr]" aria-labelledby="principles-title">
        <h2 id="principles-title" className="text-2xl">
          How we work
        </h2>
        <div className="grid gap-6">
          {samples.includes('about_principles') && <SampleTextNote />}
          <dl className="grid gap-6">
            {principles.map((principle) => (
              <div key={principle.title} className="max-w-[var(--measure)] border-t border-rule pt-4">
                <dt className="font-serif text-xl font-semibold text-ink">{principle.title}</dt>
                <dd className="mt-1">{principle.text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="grid gap-8 pt-16 lg:grid-cols-[1fr_2fr]" aria-labelledby="timeline-title">
        <h2 id="timeline-title" className="text-2xl">
          {timelineHeading}
        </h2>
        <div className="grid gap-6">
          {samples.includes('about_timeline') && <SampleTextNote />}
          <ol className="timeline max-w-[var(--measure)]">
            {timeline.map((entry) => (
              <li key={entry.year}>
                <p className="text-sm font-semibold text-accent">{entry.year}</p>
                <h3 className="text-xl">{entry.title}</h3>
                <p className="mt-1">{entry.text}</p>
              </li>
            ))}
          </ol>
        </div>
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
  );
}
