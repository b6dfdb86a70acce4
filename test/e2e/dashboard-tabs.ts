import type { Role } from '#domain/accounts/permissions.ts';

const WRITER_TABS = ['Articles', 'Content', 'Media'];
const EDITOR_TABS = [
  ...WRITER_TABS,
  'To review',
  'Calendar',
  'Trash',
  'Sections',
  'Authors',
  'Pages',
  'Home page',
  'Redirects',
  'Moderation',
];

/** The names of the tabs that a role sees, in their order. */
export const TABS: Readonly<Record<Role, readonly string[]>> = {
  contributor: [...WRITER_TABS, 'Calendar', 'Trash'],
  author: [...WRITER_TABS, 'Calendar', 'Trash'],
  editor: [...EDITOR_TABS, 'Newsletter', 'Statistics'],
  admin: [
    ...EDITOR_TABS,
    'Messages',
    'Newsletter',
    'Statistics',
    'People',
    'Audit log',
    'Webhooks',
    'Settings',
  ],
};
