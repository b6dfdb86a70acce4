import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { makeSubscribers } from '../newsletter.ts';
import { type NewsroomSite, startNewsroom } from '../newsroom.ts';
import { expectNoAxeViolations } from './axe.ts';
import { openPage, SCRIPT, WIDTHS } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const VISITORS = WIDTHS.flatMap((width) => SCRIPT.map((script) => ({ width, script })));
const addressOf = ({ width, script }: (typeof VISITORS)[number]) =>
  `ada-${width}-${script ? 'script' : 'plain'}@news.example`;

let site: NewsroomSite;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    const article = await makeArticle(database, { slug: 'story', title: 'What the engine could not do' });
    for (const visitor of VISITORS) {
      const userEmail = addressOf(visitor);
      await makeComment(database, article, {
        userEmail,
        commentText: `The engine has 25,000 parts, says ${userEmail.slice(0, -13)}.\nNot fewer.`,
      });
      await makeComment(database, article, {
        userEmail,
        commentText: `To be taken back by ${userEmail.slice(0, -13)}`,
      });
      await makeComment(database, article, {
        userEmail,
        commentText: 'See www.one.example and www.two.example and www.three.example',
        status: 'held',
        reasons: ['links'],
      });
      await makeSubscribers(database, [userEmail], {
        consent: 'By subscribing you agree to one letter a week.',
      });
    }
    await makeComment(database, article, { commentText: 'What somebody else thinks' });
  });
});
afterAll(() => site.stop());

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function expectNoViolationsInAnyScheme(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

describe.each(VISITORS)('your data at $width pixels, script: $script', (visitor) => {
  const email = addressOf(visitor);
  const name = email.slice(0, -13);

  test('is asked for, looked at, taken along and deleted, by keyboard', async () => {
    const page = await openPage('/about', { ...visitor, site: site.url });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Your data' }).press('Enter');
    await expect(heading(page)).toHaveText('Your data');
    if (visitor.script) await expectNoViolationsInAnyScheme(page);
    await main(page).getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('status')).toContainText('Look into your mailbox');
    expect(new URL(page.url()).pathname).toBe('/your-data/asked');
    expect(page.url()).not.toContain('ada');

    await page.goto(await site.mailedLink({ email }, 'token'));
    await expect(heading(page)).toHaveText('What we keep about you');
    await expect(main(page)).toContainText(email);
    await expect(main(page).getByRole('article')).toHaveCount(3);
    await expect(main(page)).toContainText('Waits until we have looked at it');
    await expect(main(page)).not.toContainText('somebody else');
    if (visitor.script) await expectNoViolationsInAnyScheme(page);

    const downloading = page.waitForEvent('download');
    await main(page).getByRole('link', { name: 'Download all of it' }).press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('your-data.json');
    const json = JSON.parse(await readFile(await download.path(), 'utf8')) as { comments: unknown[] };
    expect(json).toMatchObject({ address: email, newsletter: { status: 'confirmed' } });
    expect(json.comments).toHaveLength(3);

    const unwanted = main(page).getByRole('article').filter({ hasText: 'To be taken back' });
    await unwanted.getByRole('button', { name: /Delete this comment/ }).press('Enter');
    await expect(main(page).getByRole('status')).toContainText('Your comment is deleted');
    await expect(main(page).getByRole('article')).toHaveCount(2);
    await main(page).getByRole('button', { name: 'Unsubscribe' }).press('Enter');
    await expect(main(page).getByRole('status')).toContainText('You are unsubscribed');

    await main(page).getByRole('link', { name: 'Delete all of it…' }).press('Enter');
    await expect(heading(page)).toHaveText('Delete all of it?');
    await expect(main(page).getByRole('listitem').first()).toHaveText('2 comments');
    if (visitor.script) await expectNoViolationsInAnyScheme(page);
    await main(page).getByRole('link', { name: 'Keep it' }).press('Enter');
    await expect(main(page).getByRole('article')).toHaveCount(2);
    await page.goBack();
    await main(page).getByRole('button', { name: 'Delete all of it' }).press('Enter');
    await expect(heading(page)).toHaveText('It is deleted');
    expect(new URL(page.url()).search).toBe('');
    if (visitor.script) await expectNoViolationsInAnyScheme(page);

    await page.goto('/article/story');
    await expect(main(page)).toContainText('What somebody else thinks');
    await expect(main(page)).not.toContainText(name);
  });
});

describe.each(WIDTHS)('what is wrong, at %i pixels', (width) => {
  test('a link that was cut off leads to a new one', async () => {
    const refused = ['/your-data/held'];
    const page = await openPage('/your-data/held?token=cut-off', { width, site: site.url, refused });
    await expect(heading(page)).toHaveText('This link is not complete');
    await expectNoViolationsInAnyScheme(page);
    await main(page).getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(heading(page)).toHaveText('Your data');
  });

  test('the newsroom decides how long things are kept, and readers are told', async () => {
    const refused = ['/api/newsroom/settings'];
    const page = await signedInPage(site, '/admin?tab=settings', { width, refused });
    const field = (label: string) => main(page).getByLabel(label);
    const days = String(width / 2);
    await field('Messages from the contact form').fill(days);
    await field('Subscribers who have left').fill('');
    await field('Subscribers who have left').press('Enter');
    await expect(page.getByText('Settings saved')).toBeVisible();
    await expectNoViolationsInAnyScheme(page);
    await page.reload();
    await expect(field('Messages from the contact form')).toHaveValue(days);
    await expect(field('Subscribers who have left')).toHaveValue('');
    await field('What became of a mail').fill('400');
    await main(page).getByRole('button', { name: 'Save settings' }).click();
    await expect(field('What became of a mail')).toHaveAttribute('aria-invalid', 'true');
    await expect(field('What became of a mail')).toBeFocused();
    await expectNoAxeViolations(page);
    const told = await openPage('/your-data', { width, site: site.url });
    await expect(main(told)).toContainText(`What you wrote to us, for ${days} days.`);
  });
});
