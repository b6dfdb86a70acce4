import { z } from 'zod';
import { linkTarget } from '../link-target.ts';
import { line, setting } from './setting.ts';

/** Entries. */
export const MENU_LIMIT = 8;
export const FOOTER_LIST_LIMIT = 3;
export const FOOTER_LINK_LIMIT = 12;
/** Characters. */
export const LINK_LABEL_MAX_LENGTH = 30;

/** A link or a list of links. Without a label it has the name of its section, page, list or host. */
const entry = z.strictObject({
  label: line(LINK_LABEL_MAX_LENGTH, { optional: true }),
  target: linkTarget,
});
export type NavigationEntry = z.output<typeof entry>;

const menu = z
  .array(entry)
  .max(MENU_LIMIT, `Please enter at most ${MENU_LIMIT} entries.`)
  .refine(isWithoutRepetition, 'Please enter each target once.');

const footerList = z.strictObject({
  title: line(LINK_LABEL_MAX_LENGTH),
  entries: z
    .array(entry)
    .max(FOOTER_LINK_LIMIT, `Please enter at most ${FOOTER_LINK_LIMIT} links.`)
    .refine(isWithoutRepetition, 'Please enter each target once.'),
});

function isWithoutRepetition(entries: readonly NavigationEntry[]): boolean {
  return new Set(entries.map(({ target }) => target)).size === entries.length;
}

const TARGETS =
  '`target` is a path such as `/about`, an https address, `section:SLUG`, `page:ID` for an own page, or one of `list:categories`, `list:sections` and `list:media`, which follow the sections. Sections and pages that are not public are left out. An empty `label` is the name of the target.';

/** The menu of every page and the lists in its footer. */
export const NAVIGATION_SETTINGS = {
  navigation_menu: setting({
    schema: menu,
    default: [
      { label: 'Home', target: '/' },
      { label: 'Articles', target: 'list:categories' },
      { label: 'Content', target: 'list:sections' },
      { label: 'Media', target: 'list:media' },
      { label: 'Newsletter', target: '/newsletter' },
      { label: 'About', target: '/about' },
    ],
    label: 'Menu',
    description: `Entries of the menu in their order; at most ${MENU_LIMIT}. ${TARGETS}`,
  }),
  navigation_footer: setting({
    schema: z
      .array(footerList)
      .max(FOOTER_LIST_LIMIT, `Please enter at most ${FOOTER_LIST_LIMIT} lists.`)
      .refine(
        (lists) => new Set(lists.map(({ title }) => title)).size === lists.length,
        'Please use each title once.',
      ),
    default: [
      {
        title: 'Navigation',
        entries: [
          { label: 'Articles', target: '/articles' },
          { label: 'About', target: '/about' },
          { label: 'Newsletter', target: '/newsletter' },
          { label: 'Contact', target: '/contact' },
        ],
      },
      {
        title: 'Coverage',
        entries: [
          { label: '', target: 'list:categories' },
          { label: 'Culture & Media', target: 'section:culture' },
        ],
      },
    ],
    label: 'Footer',
    description: `Lists of links in the footer, with their titles; at most ${FOOTER_LIST_LIMIT}. A list such as \`list:categories\` becomes one link for each section.`,
  }),
} as const;
