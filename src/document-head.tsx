import type { ReactNode } from 'react';
import type { Icon } from '#domain/site/appearance/logo.ts';
import type { Site } from '#domain/site/site.ts';
import type { Assets } from '#http/assets.server.ts';

/** The typefaces of the first paint. */
const FONTS = ['src/ui/fonts/serif.woff2', 'src/ui/fonts/sans.woff2'];

export interface DocumentHeadProps {
  readonly assets: Pick<Assets, 'url'>;
  readonly title: string;
  /** The module that the document starts, as a path in the repository. */
  readonly entry: string;
  /** Whether the module may start before the document is parsed. Chromium scrolls to a fragment only after all others have run. */
  readonly isEntryAsync?: boolean;
  readonly icons: readonly Icon[];
  /** URLs of the style sheets. */
  readonly styleSheets: readonly string[];
  /** Further properties of the viewport. */
  readonly viewport?: string;
  /** What the browser should load before everything else. */
  readonly first?: ReactNode;
  readonly children: ReactNode;
}

/** URL of the style sheet with the colors of the publication. It comes after those that it overrides. */
export const appearanceStyleSheets = ({ appearance: { styleSheet } }: Pick<Site, 'appearance'>) =>
  styleSheet === null ? [] : [styleSheet.path];

/** The head of every HTML document, of the reader site and of the newsroom. It contains no inline script. */
export function DocumentHead({
  assets,
  title,
  entry,
  isEntryAsync = false,
  icons,
  styleSheets,
  viewport,
  first,
  children,
}: DocumentHeadProps) {
  const size = 'width=device-width, initial-scale=1';
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content={viewport === undefined ? size : `${size}, ${viewport}`} />
      <title>{title}</title>
      {first}
      {FONTS.map((font) => (
        <link
          key={font}
          rel="preload"
          href={assets.url(font)}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
      ))}
      {styleSheets.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <script type="module" src={assets.url(entry)} async={isEntryAsync} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f5" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121418" />
      {icons.map(({ href, rel, type, sizes }) => (
        <link key={href} rel={rel} href={href} type={type} sizes={sizes} />
      ))}
      {children}
    </head>
  );
}
