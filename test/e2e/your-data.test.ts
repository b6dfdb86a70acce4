import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { makeSubscribers } from '../newsletter.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { FORM_VISITORS, openPage, journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

const addressOf = ({ width, script }: (typeof FORM_VISITORS)[number]) =>
  `ada-${width}-${script ? 'script' : 'plain'}@news.example`;

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    const article = await makeArticle(database, { slug: 'story', title: 'What the engine could not do' });
    for (const visitor of FORM_VISITORS) {
      const userEmail = addressOf(visitor);
      await makeComment(database, article, {
        userEmail,
        commentText: `The engine has 25,000 parts, says ${userEmail.slice(0, -13)}.\nNot fewer.`,
      });
      await makeComment(database, article, {
        userEmail,
        commentText: `To be deleted by ${userEmail.slice(0, -13)}`,
      });
      await makeComment(database, article, {
        userEmail,
        commentText: 'See www.one.example and www.two.example and www.three.example',
        status: 'held',
        reasons: ['links'],
      });
      await makeSubscribers(database, [userEmail], {
        consent: 'By subscribing you agree to one issue a week.',
      });
    }
    await makeComment(database, article, { commentText: 'What another reader thinks' });
  });
});
afterAll(() => site.stop());

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

describe.each(FORM_VISITORS)('your data at $width pixels, script: $script', (visitor) => {
  const email = addressOf(visitor);
  const name = email.slice(0, -13);

  test('can be requested, viewed, exported and deleted by keyboard', async () => {
    const page = await openPage('/about', { ...visitor, site: site.url });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Your data' }).press('Enter');
    await expect(heading(page)).toHaveText('Your data');
    if (visitor.script) await expectAccessible(page);
    await main(page).getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('status')).toContainText('We cannot email you yet');
    expect(new URL(page.url()).pathname).toBe('/your-data/asked');
    expect(page.url()).not.toContain('ada');

    await page.goto(await site.mailedLink({ email }, 'token'));
    await expect(heading(page)).toHaveText('What we hold about you');
    await expect(main(page)).toContainText(email);
    await expect(main(page).getByRole('article')).toHaveCount(3);
    await expect(main(page)).toContainText('Awaiting review');
    await expect(main(page)).not.toContainText('another reader');
    if (visitor.script) await expectAccessible(page);

    const downloading = page.waitForEvent('download');
    await main(page).getByRole('link', { name: 'Download all data' }).press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('your-data.json');
    const json = JSON.parse(await readFile(await download.path(), 'utf8')) as { comments: unknown[] };
    expect(json).toMatchObject({ address: email, newsletter: { status: 'confirmed' } });
    expect(json.comments).toHaveLength(3);

    const unwanted = main(page).getByRole('article').filter({ hasText: 'To be deleted' });
    await unwanted.getByRole('button', { name: /Delete this comment/ }).press('Enter');
    await expect(main(page).getByRole('status')).toContainText('Your comment was deleted');
    await expect(main(page).getByRole('article')).toHaveCount(2);
    await main(page).getByRole('button', { name: 'Unsubscribe' }).press('Enter');
    await expect(main(page).getByRole('status')).toContainText('You are unsubscribed');

    await main(page).getByRole('link', { name: 'Delete all data…' }).press('Enter');
    await expect(heading(page)).toHaveText('Delete all data?');
    await expect(main(page).getByRole('listitem').first()).toHaveText('2 comments');
    if (visitor.script) await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Cancel' }).press('Enter');
    await expect(main(page).getByRole('article')).toHaveCount(2);
    await page.goBack();
    await main(page).getByRole('button', { name: 'Delete all data' }).press('Enter');
    await expect(heading(page)).toHaveText('Data deleted');
    expect(new URL(page.url()).search).toBe('');
    if (visitor.script) await expectAccessible(page);

    await page.goto('/article/story');
    await expect(main(page)).toContainText('What another reader thinks');
    await expect(main(page)).not.toContainText(name);
  });
});

describe.each(widths)('errors and retention settings, at %i pixels', (width) => {
  test('a truncated link offers a new one', async () => {
    const expectedFailures = ['/your-data/held'];
    const page = await openPage('/your-data/held?token=cut-off', { width, site: site.url, expectedFailures });
    await expect(heading(page)).toHaveText('This link is incomplete');
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Request a new link' }).click();
    await expect(heading(page)).toHaveText('Your data');
  });

  test('retention settings of the newsroom are shown to readers', async () => {
    const expectedFailures = ['/api/newsroom/settings'];
    const page = await signedInPage(site, '/admin?tab=settings&view=retention', { width, expectedFailures });
    const field = (label: string) => main(page).getByLabel(label);
    const days = String(width / 2);
    await field('Contact messages').fill(days);
    await field('Unsubscribed addresses').fill('');
    await field('Unsubscribed addresses').press('Enter');
    await expect(page.getByText('Settings saved')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(field('Contact messages')).toHaveValue(days);
    await expect(field('Unsubscribed addresses')).toHaveValue('');
    await field('Email delivery records').fill('400');
    await main(page).getByRole('button', { name: 'Save settings' }).click();
    await expect(field('Email delivery records')).toHaveAttribute('aria-invalid', 'true');
    await expect(field('Email delivery records')).toBeFocused();
    await expectAccessible(page, 'light');
    const readerPage = await openPage('/your-data', { width, site: site.url });
    await expect(main(readerPage)).toContainText(`What you wrote to us, for ${days} days.`);
  });
});
