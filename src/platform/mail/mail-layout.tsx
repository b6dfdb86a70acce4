import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Mail programs differ in everything but this: tables, and styles that stand at the element itself. */
const STYLES = {
  paper: { margin: 0, padding: 0, backgroundColor: '#fbf9f5', color: '#2a2d36' },
  // Fixed, because a table otherwise grows with its longest word, and the whole mail with it.
  sheet: { width: '100%', maxWidth: '600px', margin: '0 auto', tableLayout: 'fixed' },
  // `word-break` for programs that do not know `overflow-wrap`.
  cell: { overflowWrap: 'anywhere', wordBreak: 'break-word' },
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

/** Who sends a mail, as the mail itself says it. */
export interface MailSender {
  readonly name: string;
  /** Absolute address without a trailing slash. */
  readonly url: string;
  /** Lines of the postal address; none where the law asks for none. */
  readonly address: readonly string[];
}

interface MailLayoutProps {
  readonly sender: MailSender;
  readonly subject: string;
  /** Stands beside the subject in the list of a mailbox. */
  readonly preview: string;
  readonly children: ReactNode;
  readonly footer: ReactNode;
}

/** A whole HTML mail. It fetches nothing but the pictures it shows, which are the same for everyone. */
export function renderMail(mail: MailLayoutProps): string {
  return `<!doctype html>${renderToStaticMarkup(<MailLayout {...mail} />)}`;
}

function MailLayout({ sender, subject, preview, children, footer }: MailLayoutProps) {
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
        <main>
          <table role="presentation" align="center" cellPadding={0} cellSpacing={0} style={STYLES.sheet}>
            <tbody>
              <Row className="edge" style={{ padding: '28px 20px 18px', borderBottom: '3px solid #b3361f' }}>
                <a className="ink" href={sender.url} style={STYLES.name}>
                  {sender.name}
                </a>
              </Row>
              {children}
              <Row className="rule" style={{ padding: '24px 20px 40px', borderTop: '1px solid #dfd9cd' }}>
                {footer}
              </Row>
            </tbody>
          </table>
        </main>
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
      <td align="left" className={className} style={{ ...STYLES.cell, ...style }}>
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
export function Sender({ sender }: { readonly sender: MailSender }) {
  return <Small>{[sender.name, ...sender.address].join(' · ')}</Small>;
}
