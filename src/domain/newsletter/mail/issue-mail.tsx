import { type ArticleSummary, articlePath } from '#domain/articles/article.ts';
import { getSection } from '#domain/categories/section.ts';
import { longDate } from '#domain/site/long-date.ts';
import type { Site } from '#domain/site/site.ts';
import { paragraphsOf } from '../issue.ts';
import { Anchor, Heading, Paragraph, renderMail, Row, Sender, Small } from '#platform/mail/mail-layout.tsx';
import { jpegUrl } from '#domain/images/image.ts';
import { senderOf } from './sender.ts';

export interface IssueContent {
  readonly number: number;
  readonly date: Date;
  readonly subject: string;
  readonly note: string;
  readonly articles: readonly ArticleSummary[];
}

/** Links of one recipient's copy; all but `browser` are their own. */
export interface OwnLinks {
  readonly unsubscribe: string;
  readonly ownData: string;
  /** The issue as a page. */
  readonly browser: string;
}

/** CSS pixels: the sheet without its padding. */
const PICTURE_WIDTH = 560;
/** Characters of an excerpt that a letter has room for. */
const EXCERPT = 320;
const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** An issue as a mail, in both forms. */
export function issueLetter(site: Site, issue: IssueContent, links: OwnLinks) {
  return { text: issueText(site, issue, links), html: issueHtml(site, issue, links) };
}

function issueHtml(site: Site, issue: IssueContent, links: OwnLinks): string {
  const sender = senderOf(site);
  return renderMail({
    sender,
    subject: issue.subject,
    preview: issue.articles
      .map(({ title }) => title)
      .join(' · ')
      .slice(0, 180),
    children: (
      <>
        <Row style={{ padding: '20px 20px 0' }}>
          <Small>
            Issue {issue.number} · {longDate(issue.date, site.timeZone)} ·{' '}
            <Anchor href={links.browser}>View in browser</Anchor>
          </Small>
        </Row>
        <Row style={{ padding: '12px 20px 20px' }}>
          <Heading>{issue.subject}</Heading>
        </Row>
        {issue.note.trim() !== '' && (
          <Row style={{ padding: '0 20px 8px' }}>
            {paragraphsOf(issue.note).map((paragraph) => (
              <Paragraph key={paragraph}>{paragraph}</Paragraph>
            ))}
          </Row>
        )}
        {issue.articles.map((article, index) => (
          <ArticleRow key={article.id} site={site} article={article} isLead={index === 0} />
        ))}
      </>
    ),
    footer: (
      <>
        <Small>
          You get this letter because you subscribed to it.{' '}
          <Anchor href={links.unsubscribe}>Unsubscribe</Anchor> ·{' '}
          <Anchor href={links.ownData}>What we keep about you</Anchor>
        </Small>
        <Sender sender={sender} />
      </>
    ),
  });
}

interface ArticleRowProps {
  readonly site: Site;
  readonly article: ArticleSummary;
  readonly isLead: boolean;
}

function ArticleRow({ site, article, isLead }: ArticleRowProps) {
  const address = site.url + articlePath(article.slug);
  const picture = pictureOf(article, site);
  return (
    <Row className="rule" style={{ padding: '22px 20px', borderTop: '1px solid #dfd9cd' }}>
      {picture !== null && (
        <img
          src={picture.url}
          alt={picture.alt}
          width={PICTURE_WIDTH}
          // Without it React asks for the picture in the head as well, which some programs show as an attachment.
          loading="lazy"
          style={{ display: 'block', width: '100%', height: 'auto', margin: '0 0 16px', borderRadius: '4px' }}
        />
      )}
      <p
        className="accent"
        style={{
          margin: '0 0 6px',
          fontFamily: SANS,
          fontSize: '12px',
          fontWeight: 700,
          letterSpacing: '0.06em',
          textTransform: 'uppercase',
          color: '#b3361f',
        }}
      >
        {getSection(article.sectionSlug).names.badge}
      </p>
      <h2
        dir="auto"
        style={{ margin: '0 0 8px', fontFamily: SERIF, fontSize: isLead ? '25px' : '21px', lineHeight: 1.25 }}
      >
        <a className="ink" href={address} style={{ color: '#14171f', textDecoration: 'none' }}>
          {article.title}
        </a>
      </h2>
      <p dir="auto" style={{ margin: '0 0 8px', fontFamily: SERIF, fontSize: '16px', lineHeight: '25px' }}>
        {shortened(article.excerpt)}
      </p>
      <Small>
        {article.readTime} · <Anchor href={address}>Read the article</Anchor>
      </Small>
    </Row>
  );
}

function issueText(site: Site, issue: IssueContent, links: OwnLinks): string {
  const articles = issue.articles.map((article) =>
    [
      `${getSection(article.sectionSlug).names.badge.toUpperCase()} · ${article.readTime}`,
      article.title,
      shortened(article.excerpt),
      site.url + articlePath(article.slug),
    ].join('\n'),
  );
  const parts = [
    `${site.name} · Issue ${issue.number} · ${longDate(issue.date, site.timeZone)}`,
    `View in browser: ${links.browser}`,
    issue.subject,
    ...paragraphsOf(issue.note),
    ...articles,
    [
      '-- ',
      'You get this letter because you subscribed to it.',
      `Unsubscribe: ${links.unsubscribe}`,
      `What we keep about you: ${links.ownData}`,
      [site.name, ...site.owner.address].join(' · '),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The same address for everyone: who opens the mail is nobody's business. A picture inside of the text is no address. */
function pictureOf({ picture, title }: ArticleSummary, { url }: Site) {
  if (picture === null || !URL.canParse(picture.url, url)) return null;
  // JPEG, because several mail programs show neither AVIF nor WebP. Twice the width it has in the mail.
  const address = new URL(jpegUrl(picture, 2 * PICTURE_WIDTH), url);
  if (!address.protocol.startsWith('http')) return null;
  return { url: address.href, alt: picture.alt === '' ? title : picture.alt };
}

/** Cut between two words. */
function shortened(excerpt: string): string {
  if (excerpt.length <= EXCERPT) return excerpt;
  const cut = excerpt.slice(0, EXCERPT);
  return `${/^(.*\S)\s/s.exec(cut)?.[1] ?? cut} …`;
}
