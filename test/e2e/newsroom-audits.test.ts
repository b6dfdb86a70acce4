/** The states of the newsroom that `accessibility-newsroom.test.ts` of the journeys does not reach, and all panels in both schemes. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeAccount, PASSWORD } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makeArticle, makeComment, makeDraft } from '../factories.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { expectAccessible } from './axe.ts';
import { contentField, openContentStep } from './editor-page.ts';
import { expect } from './expect.ts';
import { fillNewsletter } from './newsletter-admin-data.ts';
import { button } from './newsroom-page.ts';
import { visitPanels } from './newsroom-panels.ts';
import { openPage, WIDTHS } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const CONTENT =
  '<h1>A heading</h1><p>Some <span data-ink="red">red</span> and <span data-tint="yellow">marked</span> ' +
  '<a href="https://x.example/">words</a>.</p><blockquote><p>Said.</p></blockquote><hr /><img src="/placeholder.svg" />';
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverordnung';

let site: ControlledSite;
let draftId: string;
beforeAll(async () => {
  site = await startControlledSite();
  const { database } = site.app;
  await fillNewsletter(database);
  await makeDraft(database, { title: LONG_WORD });
  const discussed = await makeArticle(database, { title: 'Much discussed', categorySlug: 'culture' });
  for (let number = 0; number < 21; number++)
    await makeComment(database, discussed, { status: number === 20 ? 'held' : 'published' });
  const api = await newsroomApi(site.app);
  draftId = (await api.create({ content: CONTENT })).id;
  await makeAccount(site.app, { role: 'author', name: LONG_WORD });
  await site.app.fetch('/old/address');
});
afterAll(() => site.close());

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const open = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).first().click();
  await expect(dialog(page).last(), String(name)).toBeVisible();
};
const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();

/** The path of the draft, whose ID is not known before the tests run. */
const EDITOR = '/admin/article-editor/sports/DRAFT';

/** The states of one page, in the order in which it goes through them. */
const STATES: Readonly<Record<string, readonly ((page: Page) => Promise<unknown>)[]>> = {
  '/admin': [
    press('Edit Description'),
    async (page) => {
      await press('Save')(page);
      await expect(page.getByText('Category description updated')).toBeVisible();
    },
    press('Edit Subtitle'),
    open('Delete'),
    async (page) => {
      await press('Cancel')(page);
      await page.getByLabel('Search').fill('nothing of the kind');
      await expect(page.getByText('No articles found for')).toBeVisible();
    },
  ],
  '/admin?tab=content&category=culture': [
    (page) => page.getByLabel('Select all on this page').check(),
    open('Move'),
    async (page) => {
      await page.keyboard.press('Escape');
      await open('21 comments')(page);
      await expect(dialog(page).getByText('Page 1 of 2')).toBeVisible();
    },
    open(/^Delete comment by/),
  ],
  '/admin?tab=moderation&view=deleted': [],
  '/admin?tab=redirects': [
    open('Redirect this'),
    async (page) => {
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(dialog(page).locator('[aria-invalid]')).toHaveCount(1);
    },
  ],
  '/admin?tab=webhooks': [
    open('New webhook'),
    async (page) => {
      await dialog(page).getByLabel('Name').fill('Mirror');
      await dialog(page).getByLabel('Address of the receiver').fill('http://127.0.0.1/');
      await dialog(page).getByLabel('Article published').check();
      await page.keyboard.press('Enter');
      await expect(dialog(page).getByText('The address is not on the public internet')).toBeVisible();
    },
  ],
  '/admin?tab=people': [
    open('Invite'),
    async (page) => {
      await page.keyboard.press('Escape');
      await open(/^Donau/)(page);
    },
    open('Remove'),
  ],
  '/admin?tab=authors&view=new': [],
  '/admin?tab=pages&view=about': [open('Preview')],
  '/admin?tab=pages': [press('New page'), press(/^Ethics/)],
  '/admin?tab=sections': [press('New section'), press('Save section')],
  '/admin?tab=newsletter&view=sent': [open('Deliveries of issue 1')],
  [EDITOR]: [
    async (page) => {
      await page.reload();
      await page.getByLabel('Title *').fill('');
      await press('Next: Write Content')(page);
    },
    async (page) => {
      await page.getByLabel('Title *').fill('A title again');
      await openContentStep(page);
      await contentField(page).getByText('A heading').click();
    },
    ...[/^Paragraph style/, /^Text color/, /^Background color/].map((menu) => async (page: Page) => {
      await page.keyboard.press('Escape');
      await button(page, menu).click();
      await expect(page.getByRole('menu')).toBeVisible();
    }),
    ...['Link', /no description yet/, 'Revisions'].map((name) => async (page: Page) => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu').or(dialog(page))).toHaveCount(0);
      await open(name)(page);
    }),
    press('Compare revision 1'),
  ],
  '/admin/account': [
    async (page) => {
      const section = page.getByRole('region', { name: 'Second factor' });
      await section.getByLabel('Your password').fill(PASSWORD);
      await section.getByRole('button', { name: 'Set up' }).click();
      await expect(page.locator('.enrolment-key')).toBeVisible();
    },
    async (page) => {
      await press('New API token')(page);
      await page.getByLabel('Expires', { exact: true }).selectOption('On a date');
    },
  ],
};

const expectedFailures = [/^\/api\/newsroom\//];

async function auditStates(path: string, states: (typeof STATES)[string]): Promise<void> {
  const page = await signedInPage(site, path.replace('DRAFT', draftId), { width: 390, expectedFailures });
  await page.waitForLoadState('networkidle');
  if (states.length === 0) await expectAccessible(page);
  for (const reach of states) {
    await reach(page);
    await expectAccessible(page);
  }
}

test.each(Object.entries(STATES))(
  'every state of %s is accessible at both widths and in both schemes',
  auditStates,
);

test('every panel is accessible at both widths and in both schemes', async () => {
  const page = await signedInPage(site, '/admin', { width: 390 });
  expect(
    await visitPanels(page, () => expectAccessible(page), /^(?:Moderation|Newsletter|Settings)/),
  ).toBeGreaterThan(25);
});

test('every state of the login page is accessible', async () => {
  const page = await openPage('/login', { site: site.url, width: 390 });
  await expectAccessible(page);
  await press('Login')(page);
  await expect(page.getByLabel('Notifications').getByText('Please enter email and password')).toBeVisible();
  await expectAccessible(page);
  await press('Need to create an account?')(page);
  await page.getByLabel('Password').fill('long enough to be one');
  await expect(page.getByText('Long enough')).toBeVisible();
  await expectAccessible(page);
  for (const [query, shown] of [
    ['reset=aaaa', 'Change password'],
    ['address=unknown', 'Confirm new address'],
  ] as const) {
    await page.goto(`/login?${query}`);
    await expect(button(page, shown)).toBeVisible();
    await expectAccessible(page);
  }
});

test.each(WIDTHS)(
  'every control at %i pixels is at least 24 by 24 pixels and has a focus outline',
  async (width) => {
    const page = await signedInPage(site, '/admin', { width });
    await expect(page.getByText(LONG_WORD).first()).toBeVisible();
    const small = await page
      .locator('a:visible, button:visible, input:visible, select:visible')
      .evaluateAll((all) =>
        all
          .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ name }) => name),
      );
    expect(small).toEqual([]);
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
        return document.activeElement === document.body ? null : `${outlineStyle} ${outlineWidth}`;
      });
      if (outline === null) break;
      expect(outline).toMatch(/^solid [23]px$/);
    }
  },
);
