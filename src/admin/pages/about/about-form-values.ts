import { z } from 'zod';
import type { AboutBlocks } from '#domain/site/settings/about-settings.ts';
import { titledEntries, yearEntries } from '../../settings/block-values.ts';
import { FIELD_KINDS, type FieldKind } from '../../settings/field-kinds.ts';

/** The text of each field, and the revision that was restored into the form; null if none. */
export const aboutFormValues = z.object({
  about_mission: z.string(),
  about_principles: z.string(),
  about_timeline_heading: z.string(),
  about_timeline: z.string(),
  restoredFrom: z.number().nullable(),
});
export type AboutFormValues = z.infer<typeof aboutFormValues>;

/** The fields in their order. */
export const ABOUT_FIELDS = [
  { name: 'about_mission', kind: 'paragraphs' },
  { name: 'about_principles', kind: 'titledBlocks' },
  { name: 'about_timeline_heading', kind: 'line' },
  { name: 'about_timeline', kind: 'years' },
] as const satisfies readonly { readonly name: keyof AboutBlocks; readonly kind: FieldKind }[];

export const formValuesOf = (blocks: AboutBlocks): AboutFormValues => ({
  about_mission: FIELD_KINDS.paragraphs.toText(blocks.about_mission),
  about_principles: FIELD_KINDS.titledBlocks.toText(blocks.about_principles),
  about_timeline_heading: blocks.about_timeline_heading,
  about_timeline: FIELD_KINDS.years.toText(blocks.about_timeline),
  restoredFrom: null,
});

/** The blocks of a form. The server validates them. */
export const blocksOf = (values: AboutFormValues): AboutBlocks => ({
  about_mission: paragraphs(values.about_mission),
  about_principles: titledEntries(values.about_principles),
  about_timeline_heading: values.about_timeline_heading,
  about_timeline: yearEntries(values.about_timeline),
});

const paragraphs = (text: string) => z.array(z.string()).parse(FIELD_KINDS.paragraphs.fromText(text));

/** The lines of a form, for a comparison. */
export function aboutLines(values: AboutFormValues): string[] {
  const blocks = blocksOf(values);
  return [
    ...blocks.about_mission,
    ...blocks.about_principles.flatMap(({ title, text }) => [`Principle: ${title}`, text]),
    `Timeline: ${blocks.about_timeline_heading}`,
    ...blocks.about_timeline.flatMap(({ year, title, text }) => [`${year}: ${title}`, text]),
  ];
}
