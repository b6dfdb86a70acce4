import type { Site } from '#domain/site/site.ts';
import { LogoMark, LogoPicture } from '../layout/logo.tsx';

/**
 * Covers the rendered page for 2.8 seconds and fades out in 0.6 seconds, by CSS animation. `splash.client.ts` decides
 * before the first paint whether it shows. It is hidden from assistive technology and not in the tab order, because the
 * page below is complete from the start.
 */
export function Splash({ site }: { readonly site: Site }) {
  const { logo, isLogoPlain } = site.appearance;
  return (
    <div className="splash" aria-hidden="true">
      {logo === null ? (
        <>
          <div className="splash-mark">
            <LogoMark size={72} />
          </div>
          <p className="splash-name">{site.name}</p>
        </>
      ) : (
        <LogoPicture logo={logo} isPlain={isLogoPlain} alt="" />
      )}
      <p className="splash-tagline">{site.tagline}</p>
    </div>
  );
}
