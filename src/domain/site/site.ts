import type { SiteConfig } from '#platform/config.server.ts';

/** Everything specific to this publication. Another publication changes only this. */
export interface Site {
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  /** Absolute address without a trailing slash. */
  readonly url: string;
  /** IANA name of the zone in which dates are shown. */
  readonly timeZone: string;
  readonly defaultAuthor: string;
  readonly owner: {
    readonly email: string;
    readonly address: readonly string[];
    readonly social: readonly SocialLink[];
  };
  readonly copyright: string;
  readonly about: AboutTexts;
}

export interface SocialLink {
  readonly label: string;
  readonly url: string;
}

export interface AboutTexts {
  readonly mission: readonly string[];
  readonly principles: readonly { readonly title: string; readonly text: string }[];
  readonly timeline: readonly { readonly year: number; readonly title: string; readonly text: string }[];
}

export function createSite(settings: SiteConfig): Site {
  return {
    name: settings.name,
    tagline: settings.tagline,
    description: settings.description,
    url: settings.publicUrl,
    timeZone: settings.timeZone,
    defaultAuthor: settings.author,
    owner: {
      email: settings.email,
      address: settings.address,
      social: settings.social.map((url) => ({ label: socialLabel(url), url })),
    },
    copyright: `© 2025 ${settings.name}`,
    about: aboutTexts(settings.name),
  };
}

/** `https://www.mastodon.example/@us` → `mastodon.example`. The host name works for any network. */
function socialLabel(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}

function aboutTexts(name: string): AboutTexts {
  return {
    mission: [
      `${name} is an independent publication for people who would rather understand a story than be first to hear it. We write about global politics and African affairs, about economies and the societies inside them, and about the culture, technology and media that shape how all of it is seen.`,
      'We have no party, no proprietor with a cause and no advertisers to please. What we have is time: to read the document, to call the second source, to ask what happened the last time somebody tried this.',
    ],
    principles: [
      {
        title: 'Analysis before opinion',
        text: 'Every piece sets out what is known, how it is known and what remains uncertain before it says what follows.',
      },
      {
        title: 'Context is reporting',
        text: 'History, geography and money explain more than a quotation does. We make room for them.',
      },
      {
        title: 'Corrections in the open',
        text: 'When we are wrong we say so where we were wrong, in plain words, and leave the record standing.',
      },
    ],
    timeline: [
      {
        year: 2020,
        title: 'A newsletter among friends',
        text: 'Four writers begin a fortnightly newsletter on the news behind the news.',
      },
      {
        year: 2021,
        title: 'The first hundred readers',
        text: 'Strangers start to subscribe. The newsletter becomes weekly and gains an editor.',
      },
      {
        year: 2022,
        title: 'African affairs, from the continent',
        text: 'Contributors across the continent join, and a section of its own opens.',
      },
      {
        year: 2023,
        title: 'Culture, sport and technology',
        text: 'The publication widens to the places where public life is really argued about.',
      },
      {
        year: 2024,
        title: 'Independent by design',
        text: 'We move to our own press: our own site, our own archive, no trackers.',
      },
      {
        year: 2025,
        title: name,
        text: 'The newsletter takes the name it has today and opens every article to every reader.',
      },
    ],
  };
}
