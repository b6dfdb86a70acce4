import { z } from 'zod';
import { slugify } from '#domain/articles/slug.ts';
import { SECTION_SLUG_MAX_LENGTH } from '#domain/categories/section.ts';
import { FALLBACK_ICON, SECTION_ICONS } from '#domain/categories/section-icons.ts';
import { iconOf, type Section } from './section-queries.ts';

/** The fields of the form, as typed. */
export const sectionFormValues = z.object({
  name: z.string(),
  shortName: z.string(),
  pathSegment: z.string(),
  isCategory: z.boolean(),
  icon: z.enum(SECTION_ICONS),
  description: z.string(),
  emptyText: z.string(),
  isVisible: z.boolean(),
});
export type SectionFormValues = z.infer<typeof sectionFormValues>;

export const NEW_SECTION: SectionFormValues = {
  name: '',
  shortName: '',
  pathSegment: '',
  isCategory: false,
  icon: FALLBACK_ICON,
  description: '',
  emptyText: '',
  isVisible: true,
};

export function formValuesOf(section: Section): SectionFormValues {
  return {
    name: section.name,
    shortName: section.short_name,
    pathSegment: section.path_segment,
    isCategory: section.is_category,
    icon: iconOf(section),
    description: section.description,
    emptyText: section.empty_text,
    isVisible: section.is_visible,
  };
}

/** The segment as typed, or one made of the name. */
export const segmentOf = ({ pathSegment, name }: Pick<SectionFormValues, 'pathSegment' | 'name'>): string =>
  pathSegment.trim() || slugify(name).slice(0, SECTION_SLUG_MAX_LENGTH);

export function inputOf(values: SectionFormValues) {
  return {
    name: values.name,
    short_name: values.shortName.trim() || values.name,
    path_segment: segmentOf(values),
    is_category: values.isCategory,
    icon: values.icon,
    description: values.description,
    empty_text: values.emptyText,
    is_visible: values.isVisible,
  };
}
