import type { CSSProperties } from 'react';
import { accentOf } from '#domain/site/appearance/accent.ts';
import { nearestReadable } from '#domain/site/appearance/readable-color.ts';
import { DEFAULT_ACCENTS, type Scheme, TOKENS } from '#domain/site/appearance/schemes.ts';
import { usePublicationName } from '../publication.ts';
import { colorIn } from './color-field.tsx';

interface AppearancePreviewProps {
  /** The entered colors. */
  readonly light: string;
  readonly dark: string;
}

/** Both schemes side by side, with the entered colors; with the nearest readable one instead of one that would be rejected. */
export function AppearancePreview({ light, dark }: AppearancePreviewProps) {
  return (
    <div className="appearance-previews">
      <Preview scheme="light" caption="Light" color={light} />
      <Preview scheme="dark" caption="Dark" color={dark} />
    </div>
  );
}

interface PreviewProps {
  readonly scheme: Scheme;
  readonly caption: string;
  readonly color: string;
}

function Preview({ scheme, caption, color }: PreviewProps) {
  const name = usePublicationName();
  return (
    <figure className="appearance-preview" style={propertiesOf(scheme, color)}>
      <figcaption>{caption}</figcaption>
      <p className="eyebrow">Latest</p>
      <p className="appearance-headline">{name}</p>
      <p>
        Text with <span className="link">a link</span>.
      </p>
      <p className="appearance-raised">
        <span className="link">A link</span> on a card
      </p>
      <span className="button">Subscribe</span>
    </figure>
  );
}

/** The custom properties of a scheme, whatever the scheme of the browser is. */
function propertiesOf(scheme: Scheme, color: string): CSSProperties {
  const readable = nearestReadable(colorIn(color) ?? DEFAULT_ACCENTS[scheme].accent, scheme);
  const { accent, strong, on } = accentOf(readable, scheme);
  const colors = { ...TOKENS[scheme], accent, 'accent-strong': strong, 'on-accent': on };
  const properties = Object.fromEntries(Object.entries(colors).map(([name, value]) => [`--${name}`, value]));
  return { colorScheme: scheme, ...properties };
}
