import { z } from 'zod';
import { findSection, type SectionSlug } from '#domain/categories/section.ts';
import type { Issue } from './newsletter-queries.ts';

/** The issue as it stands in its form. */
export const issueDraft = z.object({
  subject: z.string(),
  note: z.string(),
  articles: z
    .array(
      z.object({
        id: z.string(),
        slug: z.string(),
        title: z.string(),
        excerpt: z.string(),
        category_slug: z.custom<SectionSlug>(
          (slug) => typeof slug === 'string' && findSection(slug) !== null,
        ),
        publish_date: z.string(),
        read_time: z.string(),
      }),
    )
    .readonly(),
});
export type IssueDraft = z.infer<typeof issueDraft>;

export function issueDraftFrom({ subject, note, articles }: Issue): IssueDraft {
  return { subject, note, articles };
}
