import type { Page } from 'playwright-core';
import type { NewsroomPaths } from './newsroom-content.ts';
import { press, type Screen } from './screen.ts';

/** The tabs of the dashboard with their views. */
const PANELS: Readonly<Record<string, readonly string[]>> = {
  content: [''],
  media: [''],
  reviews: [''],
  calendar: [''],
  trash: [''],
  sections: [''],
  authors: ['', 'names'],
  pages: [''],
  home: [''],
  redirects: [''],
  moderation: ['', 'published', 'deleted'],
  messages: ['', 'archived'],
  newsletter: ['', 'subscribers', 'sent'],
  statistics: [''],
  people: [''],
  audit: [''],
  webhooks: [''],
  settings: [
    '',
    'appearance',
    'contact',
    'navigation',
    'home',
    'accounts',
    'discovery',
    'comments',
    'newsletter',
    'statistics',
    'retention',
    'system',
  ],
};

const panel = (tab: string, view = '') => `/admin?tab=${tab}${view === '' ? '' : `&view=${view}`}`;
async function content(page: Page): Promise<void> {
  await press(page, 'Next: Write Content');
  await page.getByRole('textbox', { name: 'Article Content *' }).waitFor();
}

const dialog = (name: string, path: string, ...presses: readonly (string | RegExp)[]): Screen => ({
  name,
  path,
  viewportOnly: true,
  async prepare(page) {
    for (const each of presses) await press(page, each);
  },
});

/** Every screen of the newsroom, with dialogs and menus open, and forms with errors. */
export const newsroomScreens = (paths: NewsroomPaths): readonly Screen[] => [
  { name: 'articles', path: '/admin?tab=articles&category=economy-society' },
  { name: 'articles-empty', path: '/admin?tab=articles&category=global-politics&search=nothing' },
  {
    name: 'articles-selected',
    path: '/admin?tab=articles&category=economy-society',
    prepare: (page) => page.getByLabel('Select all on this page').first().check(),
  },
  dialog('article-menu', '/admin?tab=articles&category=economy-society', 'More actions'),
  dialog('article-comments', '/admin?tab=articles&category=economy-society', /comments?(?: |:|$)/i),
  dialog('article-delete', '/admin?tab=articles&category=economy-society', /^Delete/),
  dialog('description', '/admin?tab=articles&category=economy-society', 'Edit Description'),
  ...Object.entries(PANELS).flatMap(([tab, views]) =>
    views.map((view) => ({ name: view === '' ? tab : `${tab}-${view}`, path: panel(tab, view) })),
  ),
  dialog('redirect', panel('redirects'), 'New redirect', /^(?:Save|Create)/),
  dialog('webhook', panel('webhooks'), 'New webhook', /^(?:Save|Create)/),
  dialog('invite', panel('people'), 'Invite'),
  dialog('person', panel('people'), /^Wilhelmina|^ولاء/),
  dialog('message', panel('messages', 'read'), /Grain|الحبوب/),
  dialog('page', panel('pages'), /^Ethics|^الأخلاق/),
  { name: 'page-new', path: panel('pages'), prepare: (page) => press(page, 'New page') },
  { name: 'about-texts', path: panel('pages'), prepare: (page) => press(page, 'About') },
  { name: 'section', path: panel('sections'), prepare: (page) => press(page, /Culture/) },
  { name: 'author', path: panel('authors'), prepare: (page) => press(page, /^Wilhelmina|^ولاء/) },
  { name: 'webhook-log', path: panel('webhooks'), prepare: (page) => press(page, /^Delivery log/) },
  dialog('deliveries', panel('newsletter', 'sent'), /Deliveries|Delivery/),
  { name: 'account', path: '/admin/account' },
  { name: 'editor-new', path: paths.empty },
  {
    name: 'editor-errors',
    path: paths.empty,
    prepare: (page) => press(page, 'Next: Write Content'),
  },
  { name: 'editor-details', path: paths.published },
  { name: 'editor-content', path: paths.published, prepare: content },
  {
    name: 'editor-content-top',
    path: paths.published,
    viewportOnly: true,
    async prepare(page) {
      await content(page);
      await page.getByRole('textbox', { name: 'Article Content *' }).press('ControlOrMeta+a');
    },
  },
  dialog('editor-style-menu', paths.published, 'Next: Write Content', /^Paragraph style/),
  dialog('editor-color-menu', paths.published, 'Next: Write Content', /^Text color/),
  dialog('editor-link', paths.published, 'Next: Write Content', 'Link'),
  dialog('editor-revisions', paths.published, 'Revisions', 'Compare revision 1'),
  dialog('editor-preview', paths.published, 'Preview'),
  dialog('editor-publish', paths.published, 'Next: Write Content', /^(?:Publish|Update)$/),
  dialog('editor-schedule', paths.inReview, 'Schedule'),
  { name: 'editor-pending', path: paths.pending },
  dialog('editor-pending-changes', paths.pending, 'Compare with the live text'),
  { name: 'editor-review', path: paths.inReview },
  { name: 'not-found', path: '/admin/nothing' },
];

/** The screens of accounts that are not signed in. */
export const LOGIN_SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login' },
  { name: 'login-error', path: '/login', prepare: (page) => press(page, 'Login') },
  {
    name: 'login-create',
    path: '/login',
    async prepare(page) {
      await press(page, 'Need to create an account?');
      await press(page, 'Create Account');
    },
  },
  { name: 'login-forgot', path: '/login', prepare: (page) => press(page, /Forgot/) },
  { name: 'login-expired-link', path: '/login?reset=expired' },
];
