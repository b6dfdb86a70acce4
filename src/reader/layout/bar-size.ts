import { shownSize } from '#domain/site/appearance/logo.ts';
import { isGroup, type MenuEntry } from '#domain/site/navigation.ts';
import type { Site } from '#domain/site/site.ts';

/** Lengths in rem, as in `navigation.css`. */
const MARK = 2.5;
const LOGO_PADDING = 1;
const CSS_PIXELS_PER_REM = 16;
const CONTACT_BUTTON = 7.5;
const SEARCH_LINK = 3.25;
const ENTRY_PADDING = 1.625;
const SUBMENU_ICON = 1.25;
/** The width inside the gutters of a screen of 60 and of 80 rem. */
const FITS_LAPTOP = 56;
const FITS_DESKTOP = 75;

/**
 * How large a screen must be for the name or logo and the entries to be beside each other: undefined for 60 rem, `wide` for 80
 * rem. With `never`, the entries are behind the menu button on every screen. Estimated from the number of characters,
 * because CSS cannot choose by the width of a text, and a script would move the content.
 */
export function barSize(
  site: Pick<Site, 'name' | 'appearance'>,
  menu: readonly MenuEntry[],
): 'wide' | 'never' | undefined {
  const entries = menu.map(
    (entry) => textWidth(entry.label, 0.95) + ENTRY_PADDING + (isGroup(entry) ? SUBMENU_ICON : 0),
  );
  const total = entries.reduce((sum, width) => sum + width, nameWidth(site) + CONTACT_BUTTON + SEARCH_LINK);
  if (total <= FITS_LAPTOP) return undefined;
  return total <= FITS_DESKTOP ? 'wide' : 'never';
}

/** The longest name, in rem of its usual size, that has one line on a phone, and that has two in a text of 16 pixels. */
const ONE_LINE = 17;
const TWO_LINES = 31;

/** How much smaller the name is on phones, so that two lines are enough: undefined for one line. */
export function nameLength({ name }: Pick<Site, 'name'>): 'long' | 'longest' | undefined {
  const width = textWidth(name, 1.4375);
  if (width <= ONE_LINE) return undefined;
  return width <= TWO_LINES ? 'long' : 'longest';
}

/** Of the logo, or else of the mark and the name. */
const nameWidth = ({ name, appearance: { logo } }: Pick<Site, 'name' | 'appearance'>) =>
  logo === null ? MARK + textWidth(name, 1.4375) : shownSize(logo).width / CSS_PIXELS_PER_REM + LOGO_PADDING;

/** Wide for an average text, in a font size in rem. Capital letters and the characters of East Asia are wider. */
function textWidth(text: string, size: number): number {
  const widths = Array.from(text, (character) =>
    character >= '\u2e80' ? 1.05 : /[\p{Lu}\p{N}@%&]/u.test(character) ? 0.75 : 0.54,
  );
  return size * widths.reduce((sum, width) => sum + width, 0);
}
