import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Site } from '#domain/site/site.ts';

const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Mail programs differ in everything but this: tables, and styles that stand at the element itself. */
const STYLES = {
  paper: { margin: 0, padding: 0, backgroundColor: '#fbf9f5', color: '#2a2d36' },
  sheet: { width: '100%', maxWidth: '600px', margin: '0 auto' },
  name: { fontFamily: SERIF, fontSize: '22px', fontWeight: 700, color: '#14171f', textDecoration: 'none' },
  heading: { margin: 0, fontFamily: SERIF, fontSize: '28px', lineHeight: '34px', color: '#14171f' },
  paragraph: { margin: '0 0 16px', fontFamily: SERIF, fontSize: '17px', lineHeight: '27px' },
  small: { margin: '0 0 8px', fontFamily: SANS, fontSize: '13px', lineHeight: '20px', color: '#5a5e69' },
  button: {
    display: 'inline-block',
    padding: '13px 24px',
    borderRadius: '4px',
    backgroundColor: '#b3361f',
    color: '#ffffff',
    fontFamily: SANS,
    fontSize: '15px',
    fontWeight: 600,
    textDecoration: 'none',
  },
} as const satisfies Record<string, CSSProperties>;

/** Where a program knows that its reader prefers it dark, and what to say then. Others invert the colours by themselves. */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #121418 !important; color: #d9d5cc !important; }
  .ink { color: #f1ede4 !important; }
  .muted { color: #a3a4a9 !important; }
  .accent { color: #f08a6e !important; }
  .rule { border-color: #2d3138 !important; }
  .edge { border-color: #f08a6e !important; }
  .button { background-color: #f08a6e !important; color: #1d0d08 !important; }
}`;

interface LetterProps {
  readonly site: Site;
  readonly subject: string;
  /** Stands beside the subject in the list of a mailbox. */
  readonly preview: string;
  readonly children: ReactNode;
  readonly footer: ReactNode;
}

/** A whole HTML mail. It fetches nothing but the pictures it shows, which are the same for everyone. */
export function renderLetter(letter: LetterProps): string {
  return `<!doctype html>${renderToStaticMarkup(<Letter {...letter} />)}`;
}

function Letter({ site, subject, preview, children, footer }: LetterProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{DARK}</style>
      </head>
      <body className="paper" style={STYLES.paper}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preview}</div>
        <table role="presentation" align="center" cellPadding={0} cellSpacing={0} style={STYLES.sheet}>
          <tbody>
            <Row className="edge" style={{ padding: '28px 20px 18px', borderBottom: '3px solid #b3361f' }}>
              <a className="ink" href={site.url} style={STYLES.name}>
                {site.name}
              </a>
            </Row>
            {children}
            <Row className="rule" style={{ padding: '24px 20px 40px', borderTop: '1px solid #dfd9cd' }}>
              {footer}
            </Row>
          </tbody>
        </table>
      </body>
    </html>
  );
}

interface PieceProps {
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

export function Row({ className, style, children }: PieceProps) {
  return (
    <tr>
      <td align="left" className={className} style={style}>
        {children}
      </td>
    </tr>
  );
}

export function Heading({ children }: PieceProps) {
  return (
    <h1 className="ink" dir="auto" style={STYLES.heading}>
      {children}
    </h1>
  );
}

export function Paragraph({ children }: PieceProps) {
  return (
    <p dir="auto" style={STYLES.paragraph}>
      {children}
    </p>
  );
}

export function Small({ children }: PieceProps) {
  return (
    <p className="muted" style={STYLES.small}>
      {children}
    </p>
  );
}

export function Anchor({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="accent" href={href} style={{ color: '#b3361f' }}>
      {children}
    </a>
  );
}

export function ButtonLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="button" href={href} style={STYLES.button}>
      {children}
    </a>
  );
}

/** Who sends it, from where: what the law of many countries asks of a mail to many. */
export function Sender({ site }: { readonly site: Site }) {
  return <Small>{[site.name, ...site.owner.address].join(' · ')}</Small>;
}
