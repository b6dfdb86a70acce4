import { z } from 'zod';
import type { Losses } from './losses.ts';

export const NOTICE_CODES = [
  'pictures_removed',
  'pictures_linked',
  'embeds_removed',
  'scripts_removed',
  'drawings_reduced',
  'formulas_reduced',
  'form_fields_removed',
  'buttons_removed',
  'tables_converted',
  'checkboxes_removed',
  'anchors_removed',
  'relative_links_removed',
  'links_removed',
  'hidden_text_removed',
  'comments_removed',
] as const;

/** How a conversion has changed content that articles do not have. */
export const contentNotice = z.object({
  code: z.enum(NOTICE_CODES),
  text: z.string().meta({ description: 'One or two English sentences.' }),
});
export type ContentNotice = z.infer<typeof contentNotice>;

/** Where the HTML comes from. It decides what the user can do about a picture. */
export type HtmlSource = 'clipboard' | 'request';

/** Names of hosts, URLs and buttons in a message. */
const MAX_NAMES = 5;
const NAME_MAX_LENGTH = 60;

function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;
}

/** ` (first, second)`, without duplicates; an empty string without names. */
function namesIn(names: readonly string[]): string {
  const known = [...new Set(names)].filter((name) => name !== '');
  const shown = known.slice(0, MAX_NAMES).map((name) => name.slice(0, NAME_MAX_LENGTH));
  const rest = known.length > shown.length ? ', …' : '';
  return shown.length === 0 ? '' : ` (${shown.join(', ')}${rest})`;
}

const pronoun = (count: number) => (count === 1 ? 'it' : 'them');
const insertPictures = (count: number) => `Insert ${pronoun(count)} with the picture button.`;

/** One notice for each kind of loss. */
export function describeLosses(losses: Losses, source: HtmlSource): ContentNotice[] {
  const { drawings, formulas, formFields, buttons, tables, checkboxes, anchors, hiddenTexts, comments } =
    losses;
  const { embeds, relativeLinks, linkSchemes, scripts, externalPictures } = losses;
  const all: readonly (readonly [ContentNotice['code'], count: number, text: string])[] = [
    ...removedPictures(losses, source),
    [
      'pictures_linked',
      externalPictures,
      `${countOf(externalPictures, 'picture')} of other sites became ${externalPictures === 1 ? 'a link' : 'links'}. Upload ${pronoun(externalPictures)} first.`,
    ],
    [
      'embeds_removed',
      embeds.length,
      `${countOf(embeds.length, 'embedded page or player', 'embedded pages or players')}${namesIn(embeds)} could not be kept.`,
    ],
    // Those of a copied page are never seen.
    [
      'scripts_removed',
      source === 'request' ? scripts : 0,
      `${countOf(scripts, 'script')} could not be kept.`,
    ],
    [
      'drawings_reduced',
      drawings,
      `${countOf(drawings, 'drawing or chart', 'drawings or charts')} could not be kept, only the words in ${pronoun(drawings)}. Insert ${drawings === 1 ? 'it as a picture' : 'them as pictures'}.`,
    ],
    [
      'formulas_reduced',
      formulas,
      `${countOf(formulas, 'formula was', 'formulas were')} reduced to text. Please check the text.`,
    ],
    ['form_fields_removed', formFields, `${countOf(formFields, 'form field')} could not be kept.`],
    [
      'buttons_removed',
      buttons.length,
      `${countOf(buttons.length, 'button')}${namesIn(buttons)} could not be kept.`,
    ],
    [
      'tables_converted',
      tables,
      `${countOf(tables, 'table was', 'tables were')} converted to lines of text, with cells separated by |.`,
    ],
    [
      'checkboxes_removed',
      checkboxes,
      `The ${checkboxes === 1 ? 'checkbox' : 'checkboxes'} of ${countOf(checkboxes, 'list item')} could not be kept.`,
    ],
    [
      'anchors_removed',
      anchors,
      `${countOf(anchors, 'link')} to a place in the same text could not be kept, only ${anchors === 1 ? 'its' : 'their'} text.`,
    ],
    [
      'relative_links_removed',
      relativeLinks.length,
      `${countOf(relativeLinks.length, 'link')}${namesIn(relativeLinks)} could not be kept, because ${relativeLinks.length === 1 ? 'its address names' : 'their addresses name'} no site. Use full addresses, which begin with https://.`,
    ],
    [
      'links_removed',
      linkSchemes.length,
      `${countOf(linkSchemes.length, 'link')}${namesIn(linkSchemes.map((scheme) => `${scheme}:`))} could not be kept. Links begin with https:, http:, mailto: or tel:.`,
    ],
    [
      'hidden_text_removed',
      hiddenTexts,
      `${countOf(hiddenTexts, 'text was', 'texts were')} left out, because ${hiddenTexts === 1 ? 'it was' : 'they were'} not visible.`,
    ],
    ['comments_removed', comments, `${countOf(comments, 'comment was', 'comments were')} left out.`],
  ];
  return all.filter(([, count]) => count > 0).map(([code, , text]) => ({ code, text }));
}

function removedPictures(
  { localPictures, unreadablePictures }: Losses,
  source: HtmlSource,
): (readonly ['pictures_removed', number, string])[] {
  if (source === 'clipboard')
    return [
      [
        'pictures_removed',
        localPictures,
        `${countOf(localPictures, 'picture')} could not be pasted: the clipboard contains only a path on your computer. ${insertPictures(localPictures)}`,
      ],
      [
        'pictures_removed',
        unreadablePictures,
        `${countOf(unreadablePictures, 'picture')} could not be pasted: the clipboard contains no address to load ${pronoun(unreadablePictures)} from. ${insertPictures(unreadablePictures)}`,
      ],
    ];
  const count = Math.max(localPictures, 0) + Math.max(unreadablePictures, 0);
  return [
    [
      'pictures_removed',
      count,
      `${countOf(count, 'picture')} could not be kept: readers cannot load ${pronoun(count)} from ${count === 1 ? 'its address' : 'their addresses'}. Upload ${pronoun(count)} first.`,
    ],
  ];
}
