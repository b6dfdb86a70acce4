/** The color schemes of the reader site. A browser selects one of them. */
export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The accent color, its variant under the pointer, and the color of text on either. */
export interface Accent {
  readonly accent: string;
  readonly strong: string;
  readonly on: string;
}

/** The colors of `ui/tokens.css`, for the server and for previews. A test compares them. */
export const TOKENS = {
  light: {
    paper: '#fbf9f5',
    raised: '#ffffff',
    sunken: '#f2eee6',
    code: '#efeae0',
    ink: '#14171f',
    body: '#2a2d36',
    muted: '#5a5e69',
    rule: '#dfd9cd',
  },
  dark: {
    paper: '#121418',
    raised: '#1a1d23',
    sunken: '#0c0e11',
    code: '#1e2229',
    ink: '#f1ede4',
    body: '#d9d5cc',
    muted: '#a3a4a9',
    rule: '#2d3138',
  },
} as const satisfies Record<Scheme, Readonly<Record<string, string>>>;

/** The backgrounds of colored words in `ui/text-colors.css`, on which links have the accent color. */
export const TINTS = {
  light: ['#ffd9d5', '#ffdbc3', '#fde194', '#caeed0', '#b9eff1', '#d3e4fe', '#ebdbff', '#dfe1e6'],
  dark: ['#532825', '#502d12', '#443505', '#1a4024', '#003f42', '#213758', '#3e2d51', '#34363d'],
} as const satisfies Record<Scheme, readonly string[]>;

/** The colors of sections in the light scheme of `ui/tokens.css`, by slug. Other sections have the accent color. */
export const DEFAULT_SECTION_COLORS: Readonly<Record<string, string>> = {
  'global-politics': '#27476e',
  'african-affairs': '#a34a18',
  'economy-society': '#2f6b4f',
  sports: '#a3262a',
  culture: '#7a3b69',
  technology: '#1d6a72',
  'media-power': '#4a4a68',
  opinions: '#7d5f12',
  investigations: '#43464f',
  podcasts: '#6a4c93',
  videos: '#2f5f8f',
};

/** The accents of `ui/tokens.css`. */
export const DEFAULT_ACCENTS = {
  light: { accent: '#b3361f', strong: '#8f2917', on: '#ffffff' },
  dark: { accent: '#f08a6e', strong: '#f7ad98', on: '#1d0d08' },
} as const satisfies Record<Scheme, Accent>;
