/** The icons that a section can have, by their names in the icon set Lucide. All of them are part of the build. */
export const SECTION_ICONS = [
  'globe',
  'sprout',
  'landmark',
  'trophy',
  'palette',
  'cpu',
  'radio-tower',
  'feather',
  'scan-search',
  'newspaper',
  'mic',
  'clapperboard',
  'scale',
  'heart-pulse',
  'graduation-cap',
  'flask-conical',
  'briefcase',
  'map-pin',
  'book-open',
  'users',
] as const;

export type SectionIconName = (typeof SECTION_ICONS)[number];

/** The icon of a section that this release has no icon for. */
export const FALLBACK_ICON: SectionIconName = 'newspaper';
