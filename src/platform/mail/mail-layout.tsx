import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { documentDirection } from '../language.ts';

const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Mail clients reliably support only tables and inline styles. */
const STYLES = {
  page: { margin: 0, padding: 0, backgroundColor: '#fbf9f5', color: '#2a2d36' },
  // Fixed, because a table otherwise grows with its longest word and widens the whole email.
  container: { width: '100%', maxWidth: '600px', margin: '0 auto', tableLayout: 'fixed' },
  // `word-break` for clients that do not support `overflow-wrap`.
  cell: { textAlign: 'start', overflowWrap: 'anywhere', wordBreak: 'break-word' },
  name: { fontFamily: SERIF, fontSize: '22px', fontWeight: 700, color: '#14171f', textDecoration: 'none' },
  heading: { margin: 0, fontFamily: SERIF, fontSize: '28px', lineHeight: '34px', color: '#14171f' },
  paragraph: { margin: '0 0 16px', fontFamily: SERIF, fontSize: '17px', lineHeight: '27px' },
  small: { margin: '0 0 8px', fontFamily: SANS, fontSize: '13px', lineHeight: '20px', color: '#5a5e69' },
  // White also in dark mode, because it is drawn for a white background.
  logo: {
    display: 'inline-block',
    maxWidth: '100%',
    height: 'auto',
    padding: '6px 10px',
    borderRadius: '4px',
    backgroundColor: '#ffffff',
    color: '#14171f',
  },
  button: {
    display: 'inline-block',
    padding: '13px 24px',
    borderRadius: '4px',
    fontFamily: SANS,
    fontSize: '15px',
    fontWeight: 600,
    textDecoration: 'none',
  },
} as const satisfies Record<string, CSSProperties>;

/** Dark mode, for clients that support `prefers-color-scheme`. Others invert the colors themselves. */
const darkStyles = ({ accent, on }: MailAccent) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #121418 !important; color: #d9d5cc !important; }
  .heading { color: #f1ede4 !important; }
  .muted { color: #a3a4a9 !important; }
  .accent { color: ${accent} !important; }
  .divider { border-color: #2d3138 !important; }
  .header-border { border-color: ${accent} !important; }
  .button { background-color: ${accent} !important; color: ${on} !important; }
}`;

/** Color of links and buttons, and of text on buttons; as `#rrggbb`. */
interface MailAccent {
  readonly accent: string;
  readonly on: string;
}

/** The sender as shown in the email itself. */
export interface MailSender {
  readonly name: string;
  /** Absolute address without a trailing slash. */
  readonly url: string;
  /** BCP 47 tag of the language in which the publication writes. */
  readonly locale: string;
  /** Lines of the postal address; empty when the law requires none. */
  readonly address: readonly string[];
  /** Shown instead of the name; a PNG with an absolute URL. Size in CSS pixels. */
  readonly logo: { readonly url: string; readonly width: number; readonly height: number } | null;
  readonly accents: { readonly light: MailAccent; readonly dark: MailAccent };
}

interface MailLayoutProps {
  readonly sender: MailSender;
  readonly subject: string;
  /** Preview text that mailboxes show next to the subject. */
  readonly preview: string;
  readonly children: ReactNode;
  readonly footer: ReactNode;
}

/**
 * Renders a complete HTML email. It loads only its images, whose URLs are the same for every recipient (no tracking).
 */
export function renderMail(mail: MailLayoutProps): string {
  return `<!doctype html>${renderToStaticMarkup(<MailLayout {...mail} />)}`;
}

function MailLayout({ sender, subject, preview, children, footer }: MailLayoutProps) {
  return (
    <html lang={sender.locale} dir={documentDirection(sender.locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{darkStyles(sender.accents.dark)}</style>
      </head>
      <body className="page" style={STYLES.page}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preview}</div>
        <main>
          <table role="presentation" align="center" cellPadding={0} cellSpacing={0} style={STYLES.container}>
            <tbody>
              <Row
                className="header-border"
                style={{
                  padding: '28px 20px 18px',
                  borderBottom: `3px solid ${sender.accents.light.accent}`,
                }}
              >
                <a className="heading" href={sender.url} style={STYLES.name}>
                  {sender.logo === null ? (
                    sender.name
                  ) : (
                    <img
                      src={sender.logo.url}
                      alt={sender.name}
                      width={sender.logo.width}
                      height={sender.logo.height}
                      style={STYLES.logo}
                    />
                  )}
                </a>
              </Row>
              {children}
              <Row className="divider" style={{ padding: '24px 20px 40px', borderTop: '1px solid #dfd9cd' }}>
                {footer}
              </Row>
            </tbody>
          </table>
        </main>
      </body>
    </html>
  );
}

interface ElementProps {
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

export function Row({ className, style, children }: ElementProps) {
  return (
    <tr>
      <td align="left" className={className} style={{ ...STYLES.cell, ...style }}>
        {children}
      </td>
    </tr>
  );
}

export function Heading({ children }: ElementProps) {
  return (
    <h1 className="heading" dir="auto" style={STYLES.heading}>
      {children}
    </h1>
  );
}

export function Paragraph({ children }: ElementProps) {
  return (
    <p dir="auto" style={STYLES.paragraph}>
      {children}
    </p>
  );
}

export function Small({ children }: ElementProps) {
  return (
    <p className="muted" style={STYLES.small}>
      {children}
    </p>
  );
}

interface LinkProps {
  readonly sender: Pick<MailSender, 'accents'>;
  readonly href: string;
  readonly children: ReactNode;
}

export function Anchor({ sender, href, children }: LinkProps) {
  return (
    <a className="accent" href={href} style={{ color: sender.accents.light.accent }}>
      {children}
    </a>
  );
}

export function ButtonLink({ sender, href, children }: LinkProps) {
  const { accent, on } = sender.accents.light;
  return (
    <a className="button" href={href} style={{ ...STYLES.button, backgroundColor: accent, color: on }}>
      {children}
    </a>
  );
}

/** Name and postal address of the sender, which many countries require in bulk email. */
export function Sender({ sender }: { readonly sender: MailSender }) {
  return <Small>{[sender.name, ...sender.address].join(' · ')}</Small>;
}
