import type { ReactNode } from 'react';
import { type Logo, shownSize } from '#domain/site/appearance/logo.ts';
import type { Site } from '#domain/site/site.ts';

interface SiteLogoProps {
  readonly site: Pick<Site, 'name' | 'appearance'>;
  /** The default mark and the name. */
  readonly children: ReactNode;
}

/** The logo of the publication; the children while it has none. */
export const SiteLogo = ({ site: { name, appearance }, children }: SiteLogoProps) =>
  appearance.logo === null ? (
    children
  ) : (
    <LogoPicture logo={appearance.logo} isPlain={appearance.isLogoPlain} alt={name} />
  );

interface LogoPictureProps {
  readonly logo: Logo;
  /** It needs no white surface behind it. */
  readonly isPlain: boolean;
  readonly alt: string;
}

export function LogoPicture({ logo, isPlain, alt }: LogoPictureProps) {
  return (
    <img
      className="logo-picture"
      src={logo.url}
      alt={alt}
      {...shownSize(logo)}
      {...(isPlain && { style: PLAIN })}
    />
  );
}

/** The text alternative has the color of the text around it. */
const PLAIN = { background: 'none', color: 'inherit' };

/** A globe with one highlighted meridian. Decorative: the name is always next to it. */
export function LogoMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="1.5">
        <circle cx="16" cy="16" r="13" />
        <path d="M3 16h26" />
        <ellipse cx="16" cy="16" rx="9" ry="13" strokeOpacity="0.5" />
      </g>
      <path
        className="logo-meridian"
        d="M16 3c-5.4 7.3-5.4 18.7 0 26"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
