import type { ReactNode } from 'react';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { YOUR_DATA_PATH } from '#domain/personal-data/paths.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import { settingTag } from '#domain/site/settings.ts';
import { TitledSection } from '../components/titled-section.tsx';
import { renderHeadedPage } from '../headed-page.tsx';
import type { HtmlPage, ReaderPage } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';
import { LinkRequestForm, type RefusedLinkRequest } from './link-request-form.tsx';
import { RETENTION_SETTINGS, RetentionSummary } from './retention-summary.tsx';

export const linkRequestPage: ReaderPage = (publication) =>
  renderLinkRequestPage(publication, { path: YOUR_DATA_PATH });

/** The redirect target after a link request. It is the same whether or not the address has any data. */
export const linkRequestedPage: ReaderPage = (publication) =>
  renderLinkRequestPage(publication, {
    path: null,
    notice: <LinkRequestedNotice isSent={!publication.writesMailFiles} />,
  });

/** The page with the submitted address and the reason why it was refused. For one reader, so it must not be stored. */
export async function refusedLinkRequestPage(
  publication: Publication,
  refused: RefusedLinkRequest,
): Promise<string> {
  return (await renderLinkRequestPage(publication, { path: null, refused })).body;
}

interface LinkRequestPageOptions {
  readonly path: typeof YOUR_DATA_PATH | null;
  readonly notice?: ReactNode;
  readonly refused?: RefusedLinkRequest;
}

async function renderLinkRequestPage(
  publication: Publication,
  { path, notice, refused }: LinkRequestPageOptions,
): Promise<HtmlPage> {
  const settings = await readSettings(publication.db);
  return renderHeadedPage(publication, {
    title: 'Your data',
    description: 'View, download or delete what we hold about your address.',
    path,
    tags: [pageTags.site, ...RETENTION_SETTINGS.map(settingTag)],
    content: (
      <div className="grid gap-12 pt-12 lg:grid-cols-2 lg:gap-20">
        <TitledSection name="request" title="Request a link">
          {notice}
          <Introduction isSent={!publication.writesMailFiles} />
          <LinkRequestForm refused={refused} />
        </TitledSection>
        <TitledSection name="retention" title="What we store, and for how long">
          <RetentionSummary settings={settings} />
        </TitledSection>
      </div>
    ),
  });
}

interface TextProps {
  /** Whether emails are sent: not without a mail server. */
  readonly isSent: boolean;
}

function Introduction({ isSent }: TextProps) {
  if (isSent)
    return (
      <p className="mt-4">
        We email it to the address itself, so that only its owner can see the data. It expires after 24 hours.
      </p>
    );
  return (
    <p className="mt-4">
      This site has no mail server yet, so it cannot email the link. Please{' '}
      <a className="link py-2" href="/contact">
        contact us
      </a>{' '}
      about your data.
    </p>
  );
}

function LinkRequestedNotice({ isSent }: TextProps) {
  return (
    <p className="form-success mt-6" role="status">
      <strong>{isSent ? 'Check your inbox' : 'We cannot email you yet'}</strong>
      {isSent
        ? 'If we hold any data about this address, an email with a link is on its way (at most one per hour). If none arrives, we hold nothing about it.'
        : 'Your request was received, but no email is sent.'}
    </p>
  );
}
