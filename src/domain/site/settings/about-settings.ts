import { z } from 'zod';
import { line, setting } from './setting.ts';

const paragraph = line(1000);
const heading = line(120);

/**
 * The blocks of the About page. In all of its texts `{name}` stands for the name of the publication.
 */
export const ABOUT_SETTINGS = {
  about_mission: setting({
    schema: z.array(paragraph).max(10, 'Please enter at most 10 paragraphs.'),
    default: [
      '{name} is an independent publication for people who would rather understand a story than be first to hear it. We write about global politics and African affairs, about economies and the societies inside them, and about the culture, technology and media that shape how all of it is seen.',
      'We have no party, no proprietor with a cause and no advertisers to please. What we have is time: to read the document, to call the second source, to ask what happened the last time somebody tried this.',
    ],
    label: 'Mission',
    description:
      'Paragraphs of the mission on the About page; at most 10. `{name}` is the name of the publication.',
  }),
  about_principles: setting({
    schema: z
      .array(z.strictObject({ title: heading, text: paragraph }))
      .max(12, 'Please enter at most 12 principles.'),
    default: [
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
    label: 'Principles',
    description: 'Titles and texts of “How we work” on the About page; at most 12.',
  }),
  about_timeline_heading: setting({
    schema: heading,
    default: '2020–2025',
    label: 'Timeline heading',
    description: 'Heading of the timeline on the About page.',
  }),
  about_timeline: setting({
    schema: z
      .array(z.strictObject({ year: z.int().min(1000).max(9999), title: heading, text: paragraph }))
      .max(30, 'Please enter at most 30 years.'),
    default: [
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
        title: '{name}',
        text: 'The newsletter takes the name it has today and opens every article to every reader.',
      },
    ],
    label: 'Timeline',
    description: 'Years of the timeline on the About page, in their order; at most 30.',
  }),
} as const;

/** The blocks of the About page. */
export const AboutBlocks = z.strictObject({
  about_mission: ABOUT_SETTINGS.about_mission.schema,
  about_principles: ABOUT_SETTINGS.about_principles.schema,
  about_timeline_heading: ABOUT_SETTINGS.about_timeline_heading.schema,
  about_timeline: ABOUT_SETTINGS.about_timeline.schema,
});
export type AboutBlocks = z.output<typeof AboutBlocks>;
