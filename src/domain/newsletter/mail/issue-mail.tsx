import { type ArticleSummary, articlePath } from '#domain/articles/article.ts';
import { bylineText } from '#domain/articles/bylines.ts';
import { longDate } from '#domain/site/long-date.ts';
import type { Site } from '#domain/site/site.ts';
import { splitParagraphs } from '../issue.ts';
import { textAttributes } from '#platform/language.ts';
import { Anchor, Heading, Paragraph, renderMail, Row, Sender, Small } from '#platform/mail/mail-layout.tsx';
import { jpegUrl } from '#domain/images/image.ts';
import { createMailSender } from '#domain/site/mail-sender.ts';

export interface IssueContent {
  readonly number: number;
  readonly date: Date;
  readonly subject: string;
  readonly note: string;
  readonly articles: readonly ArticleSummary[];
}

/** Links in the email to one recipient. All except `browser` contain the recipient's tokens. */
export interface RecipientLinks {
  readonly unsubscribe: string;
  readonly ownData: string;
  /** URL of the issue as a web page. */
  readonly browser: string;
}

/** CSS pixels: width of the email without its padding. */
const PICTURE_WIDTH = 560;
/** Maximum characters of an excerpt. */
const EXCERPT_LIMIT = 320;
const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Renders an issue as plain text and HTML. */
export function renderIssueMail(site: Site, issue: IssueContent, links: RecipientLinks) {
  return { text: issueText(site, issue, links), html: issueHtml(site, issue, links) };
}

/** How an issue shows one article as its first, without the rest of the issue. */
export function renderArticleBlock(site: Site, article: ArticleSummary) {
  const html = renderMail({
    sender: createMailSender(site),
    subject: article.title,
    preview: article.title,
    children: <ArticleRow site={site} article={article} isLead />,
    footer: null,
  });
  return { text: articleText(site, article), html };
}

function issueHtml(site: Site, issue: IssueContent, links: RecipientLinks): string {
  const sender = createMailSender(site);
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
            Issue {issue.number} · {longDate(issue.date, site)} ·{' '}
            <Anchor sender={sender} href={links.browser}>
              View in browser
            </Anchor>
          </Small>
        </Row>
        <Row style={{ padding: '12px 20px 20px' }}>
          <Heading>{issue.subject}</Heading>
        </Row>
        {issue.note.trim() !== '' && (
          <Row style={{ padding: '0 20px 8px' }}>
            {splitParagraphs(issue.note).map((paragraph) => (
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
          You are receiving this because you subscribed.{' '}
          <Anchor sender={sender} href={links.unsubscribe}>
            Unsubscribe
          </Anchor>{' '}
          ·{' '}
          <Anchor sender={sender} href={links.ownData}>
            What we hold about you
          </Anchor>
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
  const langAttributes = textAttributes(article.lang);
  return (
    <Row className="divider" style={{ padding: '22px 20px', borderTop: '1px solid #dfd9cd' }}>
      {picture !== null && (
        <img
          src={picture.url}
          alt={picture.alt}
          width={picture.width}
          // Otherwise React adds a preload link to the head, which some email clients show as an attachment.
          loading="lazy"
          style={{
            display: 'block',
            width: '100%',
            maxWidth: `${picture.width}px`,
            height: 'auto',
            margin: '0 0 16px',
            borderRadius: '4px',
          }}
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
          color: site.appearance.accents.light.accent,
        }}
      >
        {site.sections.get(article.sectionSlug).shortName}
      </p>
      <h2
        {...langAttributes}
        style={{ margin: '0 0 8px', fontFamily: SERIF, fontSize: isLead ? '25px' : '21px', lineHeight: 1.25 }}
      >
        <a className="heading" href={address} style={{ color: '#14171f', textDecoration: 'none' }}>
          {article.title}
        </a>
      </h2>
      <p
        {...langAttributes}
        style={{ margin: '0 0 8px', fontFamily: SERIF, fontSize: '16px', lineHeight: '25px' }}
      >
        {shortened(article.excerpt)}
      </p>
      <Small>
        <bdi>{bylineText(article.bylines)}</bdi> · {article.readTime} ·{' '}
        <Anchor sender={createMailSender(site)} href={address}>
          Read the article
        </Anchor>
      </Small>
    </Row>
  );
}

function issueText(site: Site, issue: IssueContent, links: RecipientLinks): string {
  const articles = issue.articles.map((article) => articleText(site, article));
  const parts = [
    `${site.name} · Issue ${issue.number} · ${longDate(issue.date, site)}`,
    `View in browser: ${links.browser}`,
    issue.subject,
    ...splitParagraphs(issue.note),
    ...articles,
    [
      '-- ',
      'You are receiving this because you subscribed.',
      `Unsubscribe: ${links.unsubscribe}`,
      `What we hold about you: ${links.ownData}`,
      [site.name, ...site.owner.address].join(' · '),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const articleText = (site: Site, article: ArticleSummary): string =>
  [
    `${site.sections.get(article.sectionSlug).shortName.toUpperCase()} · ${article.readTime}`,
    article.title,
    shortened(article.excerpt),
    `By ${bylineText(article.bylines)}`,
    site.url + articlePath(article.slug),
  ].join('\n');

/** The URL is the same for all recipients, so that it does not reveal who opens the email. Null for `data:` URLs. */
function pictureOf({ picture }: ArticleSummary, { url }: Site) {
  if (picture === null || !URL.canParse(picture.url, url)) return null;
  // JPEG, because several email clients support neither AVIF nor WebP. Twice the display width, for dense screens.
  const address = new URL(jpegUrl(picture, 2 * PICTURE_WIDTH), url);
  if (!address.protocol.startsWith('http')) return null;
  // A small picture is not enlarged.
  const width = Math.min(PICTURE_WIDTH, picture.width);
  return { url: address.href, alt: picture.alt, width };
}

/** Truncates an excerpt at a word boundary. */
function shortened(excerpt: string): string {
  if (excerpt.length <= EXCERPT_LIMIT) return excerpt;
  const cut = excerpt.slice(0, EXCERPT_LIMIT);
  return `${/^(.*\S)\s/s.exec(cut)?.[1] ?? cut} …`;
}
