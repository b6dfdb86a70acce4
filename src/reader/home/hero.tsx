import { Fragment } from 'react';
import { ArrowDown } from 'lucide-react';
import type { HomeTexts } from '#domain/site/site.ts';

export function Hero({ home }: { readonly home: HomeTexts }) {
  return (
    <section className="hero" aria-labelledby="hero-title">
      {home.isGlobeShown && <Globe />}
      <div className="container hero-content">
        <h1 id="hero-title" className="text-on-night">
          {splitPhrases(home.headline).map((phrase, index) => (
            <Fragment key={phrase}>
              {index > 0 && ' '}
              <span className="hero-phrase">{phrase}</span>
            </Fragment>
          ))}
        </h1>
        <p className="hero-lead">{home.description}</p>
        <a className="button" href="#coverage">
          {home.button}
          <ArrowDown size={18} aria-hidden="true" />
        </a>
      </div>
    </section>
  );
}

/** Splits a headline after its commas. Each phrase stays on one line if it fits, so the headline breaks there first. */
function splitPhrases(headline: string): string[] {
  return headline.split(/(?<=,) /);
}

/** Horizontal radius of each meridian, as a fraction of the globe's radius. */
const MERIDIANS = [0.94, 0.77, 0.5, 0.17];
/** Vertical position of each parallel, as a fraction of the globe's radius. */
const PARALLELS = [-0.8, -0.5, -0.17, 0.17, 0.5, 0.8];

function Globe() {
  const radius = 400;
  return (
    <svg
      className="hero-globe"
      viewBox="-420 -420 840 840"
      preserveAspectRatio="xMinYMin slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <circle r={radius} />
      {MERIDIANS.map((share) => (
        <ellipse key={share} rx={radius * share} ry={radius} />
      ))}
      {PARALLELS.map((share) => {
        const half = radius * Math.sqrt(1 - share * share);
        return <ellipse key={share} cy={radius * share} rx={half} ry={half * 0.12} />;
      })}
      <path className="hero-meridian" d={`M0 ${-radius}A${radius * 0.5} ${radius} 0 0 0 0 ${radius}`} />
    </svg>
  );
}
