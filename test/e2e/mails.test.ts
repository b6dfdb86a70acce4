import { describe, expect, inject, test } from 'vitest';
import { passwordResetMail, welcomeMail } from '#domain/accounts/mails.tsx';
import type { ArticleSummary } from '#domain/articles/article.ts';
import { confirmationLetter } from '#domain/newsletter/mail/confirmation-mail.tsx';
import { issueLetter } from '#domain/newsletter/mail/issue-mail.tsx';
import { siteFrom } from '#domain/site/site.ts';
import { readConfig } from '#platform/config.server.ts';
import { expectNoAxeViolations } from './axe.ts';
import { openPage } from './page.ts';

const LONG = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4);

function mails(): Readonly<Record<string, string>> {
  const url = inject('siteUrl');
  const site = siteFrom(readConfig({ PUBLIC_URL: url }).site);
  const article = (id: string, title: string): ArticleSummary => ({
    id,
    slug: id,
    title,
    excerpt: `${title} is what this is about.`,
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
  const letter = { name: 'Ada', email: 'ada@news.example', siteName: site.name, publicUrl: url };
  const links = { unsubscribe: `${url}/a`, ownData: `${url}/b`, browser: `${url}/c` };
  const issue = {
    number: 3,
    date: new Date(),
    subject: `This week: ${LONG}`,
    note: `Dear readers, ${LONG}`,
    articles: [article('a', 'The archive'), article('b', LONG)],
  };
  return {
    issue: issueLetter(site, issue, links).html,
    confirmation:
      confirmationLetter(site, { consent: 'You agree.', links: { confirm: `${url}/d`, ...links } }).html ??
      '',
    welcome: welcomeMail(letter, 'x'.repeat(200)).html ?? '',
    reset: passwordResetMail(letter, 'x'.repeat(200)).html ?? '',
  };
}

describe.each([360, 700])('the emails at %d pixels', (width) => {
  test.each(['light', 'dark'] as const)('fit, and can be read in %s colors', async (colorScheme) => {
    const page = await openPage('/', { colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('about:blank');
    // Chromium lets no page without an address ask this machine for pictures.
    await page.route('**/media/**', async (route) =>
      route.fulfill({ response: await page.request.get(route.request().url()) }),
    );
    for (const [name, html] of Object.entries(mails())) {
      await page.setContent(html, { waitUntil: 'load' });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([name, overflow]).toEqual([name, 0]);
      // Rejects for a picture that is not there.
      await page.evaluate(() =>
        Promise.all(
          Array.from(document.images, (image) => {
            image.loading = 'eager';
            return image.decode();
          }),
        ),
      );
      await expectNoAxeViolations(page);
    }
  });
});
