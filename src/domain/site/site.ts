import type { Sections } from '#domain/categories/section.ts';
import type { Config } from '#platform/config.server.ts';
import type { AiPolicy } from './ai-crawlers.ts';
import { type Appearance, createAppearance } from './appearance/appearance.server.ts';
import type { LatestMode } from './latest-mode.ts';
import type { NavigationSettings } from './navigation.ts';
import { defaultAuthorOf } from './default-author.ts';
import { findSampleTexts, type SampleText } from './sample-texts.ts';
import type { Settings } from './settings.ts';
import type { AboutBlocks } from './settings/about-settings.ts';

/** Everything specific to this publication, derived from its settings. */
export interface Site {
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  /** Absolute address without a trailing slash. */
  readonly url: string;
  /** BCP 47 tag of the language in which the publication writes; for dates and numbers as well. */
  readonly locale: string;
  /** IANA name of the zone in which dates are shown. */
  readonly timeZone: string;
  readonly defaultAuthor: string;
  /** The texts that are still samples. */
  readonly samples: readonly SampleText[];
  readonly owner: {
    /** Text of the contact page. */
    readonly introduction: string;
    readonly email: string;
    readonly address: readonly string[];
    readonly social: readonly SocialLink[];
  };
  readonly home: HomeTexts;
  readonly copyright: string;
  readonly appearance: Appearance;
  readonly about: AboutTexts;
  readonly newsletter: NewsletterTexts;
  readonly sections: Sections;
  readonly discovery: Discovery;
  /** `createNavigation` derives the links from it, with sections and own pages. */
  readonly navigation: NavigationSettings;
}

export interface SocialLink {
  readonly label: string;
  readonly url: string;
}

export interface HomeTexts {
  readonly headline: string;
  readonly description: string;
  readonly button: string;
  readonly isGlobeShown: boolean;
  readonly latest: { readonly mode: LatestMode; readonly title: string };
  readonly coverage: { readonly title: string; readonly text: string };
  readonly newsletter: {
    readonly title: string;
    readonly text: string;
    readonly button: string;
    readonly note: string;
  };
  readonly isWeatherShown: boolean;
}

/** Texts of the newsletter page and its form. */
export interface NewsletterTexts {
  readonly introduction: string;
  readonly benefits: readonly string[];
  /** Below the button; empty for none. */
  readonly note: string;
}

export interface AboutTexts {
  readonly mission: readonly string[];
  readonly principles: readonly { readonly title: string; readonly text: string }[];
  readonly timelineHeading: string;
  readonly timeline: readonly { readonly year: number; readonly title: string; readonly text: string }[];
}

/** How programs find the publication. */
export interface Discovery {
  /** URL of the WebSub hub of the feeds; null without one. */
  readonly hub: string | null;
  readonly aiPolicy: AiPolicy;
  readonly hasLlmsFile: boolean;
  /** URLs of the associations to which the publication belongs. */
  readonly associations: readonly string[];
}

/**
 * The publication as it is now. Code that outlives a request calls it each time instead of storing the result, because
 * the newsroom can change the settings at runtime.
 */
export type CurrentSite = () => Site;

export function createSite(
  settings: Settings,
  sections: Sections,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Site {
  const name = settings.publication_name;
  return {
    name,
    tagline: settings.publication_tagline,
    description: settings.publication_description,
    url: publicUrl,
    locale: settings.publication_locale,
    timeZone: settings.publication_time_zone,
    defaultAuthor: defaultAuthorOf(settings),
    samples: findSampleTexts(settings),
    owner: {
      introduction: settings.contact_introduction,
      email: settings.contact_email,
      address: settings.contact_address,
      social: settings.contact_social.map((url) => ({ label: socialLabel(url), url })),
    },
    home: homeTexts(settings),
    copyright: ['©', settings.publication_copyright_years, settings.publication_copyright_holder || name]
      .filter((part) => part !== '')
      .join(' '),
    appearance: createAppearance(settings),
    about: aboutTexts(settings, name),
    newsletter: {
      introduction: settings.newsletter_introduction,
      benefits: settings.newsletter_benefits,
      note: settings.home_newsletter_note,
    },
    sections,
    discovery: {
      hub: settings.discovery_hub || null,
      aiPolicy: settings.discovery_ai_policy,
      hasLlmsFile: settings.discovery_llms_file,
      associations: settings.discovery_associations,
    },
    navigation: settings,
  };
}

/** `https://www.mastodon.example/@us` → `mastodon.example`. The host name works for any network. */
function socialLabel(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}

function homeTexts(settings: Settings): HomeTexts {
  return {
    headline: settings.home_headline || settings.publication_tagline,
    description: settings.home_description || settings.publication_description,
    button: settings.home_button,
    isGlobeShown: settings.home_globe_shown,
    latest: { mode: settings.home_latest, title: settings.home_latest_title },
    coverage: { title: settings.home_coverage_title, text: settings.home_coverage_text },
    newsletter: {
      title: settings.home_newsletter_title,
      text: settings.home_newsletter_text,
      button: settings.home_newsletter_button,
      note: settings.home_newsletter_note,
    },
    isWeatherShown: settings.home_weather_shown,
  };
}

/** The blocks of the About page as readers see them, with the name of the publication. */
export function aboutTexts(blocks: AboutBlocks, name: string): AboutTexts {
  const fill = (text: string) => text.replaceAll('{name}', () => name);
  return {
    mission: blocks.about_mission.map(fill),
    principles: blocks.about_principles.map(({ title, text }) => ({ title: fill(title), text: fill(text) })),
    timelineHeading: fill(blocks.about_timeline_heading),
    timeline: blocks.about_timeline.map(({ year, title, text }) => ({
      year,
      title: fill(title),
      text: fill(text),
    })),
  };
}
