import type { Site } from '#domain/site/site.ts';
import { LogoMark } from '../layout/logo.tsx';

/**
 * Lies over the finished page for 2.8 seconds and fades for 0.6, by style sheet alone; `splash.client.ts` decides
 * beforehand whether it shows at all. Hidden from assistive technology and out of the tab order: the page below is
 * there from the start.
 */
export function Splash({ site }: { readonly site: Site }) {
  return (
    <div className="splash" aria-hidden="true">
      <div className="splash-mark">
        <LogoMark size={72} />
      </div>
      <p className="splash-name">{site.name}</p>
      <p className="splash-tagline">{site.tagline}</p>
    </div>
  );
}
