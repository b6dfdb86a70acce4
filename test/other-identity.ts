import {
  DEFAULT_SETTINGS,
  isIdentitySetting,
  SETTING_NAMES,
  type SettingName,
  type SettingsPatch,
} from '#domain/site/settings.ts';
import { NAVIGATION_SETTINGS } from '#domain/site/settings/navigation-settings.ts';

/** An identity that has nothing in common with the default one. */
export const OTHER_IDENTITY = {
  publication_name: 'Harbour Post',
  publication_tagline: 'News by the water',
  publication_description: 'What the harbour says.',
  publication_default_author: 'Harbour Staff',
  publication_locale: 'fr-CA',
  publication_time_zone: 'Pacific/Kiritimati',
  publication_copyright_years: '1999',
  publication_copyright_holder: 'Pier Press',
  appearance_accent_light: '#1f4fa8',
  appearance_accent_dark: '#8fb4ff',
  appearance_section_colors: [{ section: 'sports', light: '#1f4fa8', dark: '#8fb4ff' }],
  contact_introduction: 'Call at the pier.',
  contact_email: 'post@harbour.example',
  contact_recipient: 'desk@harbour.example',
  contact_address: ['Pier 3'],
  contact_social: ['https://social.example/@harbour'],
  navigation_menu: [
    { label: 'Quay', target: '/' },
    { label: 'Logbook', target: 'list:categories' },
    { label: 'Decks', target: 'list:sections' },
    { label: 'Sounds', target: 'list:media' },
    { label: 'Tackle', target: 'https://tackle.example/' },
  ],
  navigation_footer: [
    {
      title: 'Crew',
      entries: [
        { label: 'Log', target: '/articles' },
        { label: 'Who we are', target: '/about' },
        { label: 'Letters', target: '/newsletter' },
        { label: 'Ahoy', target: '/contact' },
      ],
    },
  ],
  home_headline: 'Tides explained',
  home_description: 'Read the water.',
  home_button: 'DIVE',
  home_latest: 'automatic',
  home_latest_title: 'Fresh off the boat',
  home_coverage_title: 'All decks',
  home_coverage_text: 'From bow to stern.',
  home_newsletter_title: 'By post',
  home_newsletter_text: 'Stories from the pier.',
  home_newsletter_button: 'Send it to me',
  home_newsletter_note: 'Never on Sundays',
  home_weather_shown: false,
  about_mission: ['We look at the sea.'],
  about_principles: [{ title: 'Salt', text: 'And water.' }],
  about_timeline_heading: 'Since 1999',
  about_timeline: [{ year: 1999, title: 'A pier', text: 'Is built.' }],
  newsletter_introduction: 'Fresh every Saturday.',
  newsletter_benefits: ['Smells of salt.'],
  // An address for documentation, with which no connection is opened.
  discovery_hub: 'https://192.0.2.1/hub',
  discovery_ai_policy: 'search',
  discovery_llms_file: true,
  discovery_associations: ['https://association.example/members'],
} as const satisfies SettingsPatch;

/** Settings whose values are files: `uploadLogos` returns other ones. */
const UPLOADED = ['appearance_logo', 'appearance_icon'] as const satisfies readonly SettingName[];

/** Settings of the identity that `OTHER_IDENTITY` does not change. */
export function unchangedIdentity(): string[] {
  const changed = new Set([...Object.keys(OTHER_IDENTITY), ...UPLOADED]);
  return SETTING_NAMES.filter((name) => isIdentitySetting(name) && !changed.has(name));
}

/** Texts that only the default identity has, also within lists. */
const DEFAULT_TEXTS = [
  ...SETTING_NAMES.filter(isIdentitySetting)
    // Its labels and paths are also words of other pages.
    .filter((name) => !(name in NAVIGATION_SETTINGS))
    .flatMap((name) => textsOf(DEFAULT_SETTINGS[name])),
  'meridian.example',
  '24°C',
  '© 2025',
  '>Latest</h2>',
]
  // Shorter values, `allow` and `Latest` are ordinary words, such as UTC; the name is looked for as a word of its own.
  .filter((text) => text.length > 4 && !['Meridian', 'allow', 'Latest'].includes(text));

/** `logo-meridian` and `meridian:toast` are names in the code, which no reader sees. */
const NAME = /(?<![\w-])Meridian(?![\w-])/;

/** What a text has of the default identity. HTML is compared unescaped, without the class names of the code. */
export function tracesIn(text: string): string[] {
  const shown = text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
  const found = DEFAULT_TEXTS.filter((trace) => shown.includes(trace));
  return NAME.test(shown) ? [...found, 'Meridian'] : found;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll('{name}', 'Meridian')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
