import { DEFAULT_SETTINGS, type SettingName, type Settings } from './settings.ts';

/** Settings whose defaults are invented facts about the publication. Readers and the newsroom see that they are samples. */
const SAMPLE_TEXTS = [
  'contact_email',
  'contact_address',
  'contact_social',
  'about_mission',
  'about_principles',
  'about_timeline',
  'newsletter_benefits',
] as const satisfies readonly SettingName[];

export type SampleText = (typeof SAMPLE_TEXTS)[number];

export const isSampleText = (name: SettingName): name is SampleText =>
  SAMPLE_TEXTS.some((sample) => sample === name);

/** The settings that nobody has changed yet. */
export const findSampleTexts = (settings: Partial<Pick<Settings, SampleText>>): readonly SampleText[] =>
  SAMPLE_TEXTS.filter((name) => JSON.stringify(settings[name]) === JSON.stringify(DEFAULT_SETTINGS[name]));
