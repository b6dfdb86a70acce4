import { expect, inject, test } from 'vitest';
import { invitationMail, passwordResetMail, verificationMail } from '#domain/accounts/account-mail.ts';
import { emailChangeNotice } from '#domain/accounts/own-account/email-change-mail.ts';
import type { ArticleSummary } from '#domain/articles/article.ts';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { createSections } from '#domain/categories/section.ts';
import { createMailSender } from '#domain/site/mail-sender.ts';
import { renderConfirmationMail } from '#domain/newsletter/mail/confirmation-mail.tsx';
import { renderIssueMail } from '#domain/newsletter/mail/issue-mail.tsx';
import { disabledMail } from '#domain/webhooks/disabled-mail.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { createSite } from '#domain/site/site.ts';
import { expectNoAxeViolations } from './axe.ts';
import { emulateMedia } from './emulated-media.ts';
import { horizontalOverflow } from './geometry.ts';
import { openPage } from './page.ts';

const LONG = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4);

function renderEmails(): Readonly<Record<string, string>> {
  const url = inject('siteUrl');
  const site = createSite(DEFAULT_SETTINGS, createSections(DEFAULT_SECTIONS), { publicUrl: url });
  const article = (id: string, title: string): ArticleSummary => ({
    id,
    slug: id,
    title,
    excerpt: `${title} is what this is about.`,
    bylines: [{ author: null, name: 'Ada Lovelace' }],
    sectionSlug: 'culture',
    publishDate: new Date(),
    readTime: '4 min read',
    lang: '',
    picture: {
      url: '/media/article-images/archive-shelf-960.webp',
      alt: 'A shelf',
      width: 1440,
      height: 960,
      widths: [480, 960, 1440],
      color: '',
      placeholder: '',
    },
  });
  const recipient = { name: 'Ada', email: 'ada@news.example', sender: createMailSender(site) };
  const links = { unsubscribe: `${url}/a`, ownData: `${url}/b`, browser: `${url}/c` };
  const issue = {
    number: 3,
    date: new Date(),
    subject: `This week: ${LONG}`,
    note: `Dear readers, ${LONG}`,
    articles: [article('a', 'The archive'), article('b', LONG)],
  };
  return {
    issue: renderIssueMail(site, issue, links).html,
    confirmation:
      renderConfirmationMail(site, {
        source: 'form',
        consent: 'You agree.',
        links: { confirm: `${url}/d`, ...links },
      }).html ?? '',
    welcome: verificationMail(recipient, 'x'.repeat(200)).html ?? '',
    reset: passwordResetMail(recipient, 'x'.repeat(200)).html ?? '',
    invitation:
      invitationMail(recipient, { token: 'x'.repeat(200), role: 'editor', inviter: LONG }).html ?? '',
    emailChange: emailChangeNotice(recipient, `${LONG}@news.example`).html ?? '',
    webhook: disabledMail({ email: recipient.email, webhook: LONG, reason: 'failing', site }).html ?? '',
  };
}

test('the emails do not overflow and are accessible, light and dark', async () => {
  const page = await openPage('/');
  await page.goto('about:blank');
  // Chromium blocks requests of about:blank to loopback addresses, so the test fetches the pictures.
  await page.route('**/media/**', async (route) =>
    route.fulfill({ response: await page.request.get(route.request().url()) }),
  );
  for (const [name, html] of Object.entries(renderEmails())) {
    await page.setContent(html, { waitUntil: 'load' });
    // Rejects when a picture is missing.
    await page.evaluate(() =>
      Promise.all(
        Array.from(document.images, (image) => {
          image.loading = 'eager';
          return image.decode();
        }),
      ),
    );
    for (const width of [700, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect([name, width, await horizontalOverflow(page)]).toEqual([name, width, 0]);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await emulateMedia(page, { colorScheme });
      await expectNoAxeViolations(page);
    }
  }
});
