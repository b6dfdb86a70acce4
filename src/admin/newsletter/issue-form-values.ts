import { z } from 'zod';
import type { Issue } from './newsletter-queries.ts';

/** The form values of an issue. */
export const issueFormValues = z.object({
  subject: z.string(),
  note: z.string(),
  articles: z
    .array(
      z.object({
        id: z.string(),
        slug: z.string(),
        title: z.string(),
        excerpt: z.string(),
        category_slug: z.string(),
        publish_date: z.string(),
        read_time: z.string(),
      }),
    )
    .readonly(),
});
export type IssueFormValues = z.infer<typeof issueFormValues>;

export function issueFormValuesFrom({ subject, note, articles }: Issue): IssueFormValues {
  return { subject, note, articles };
}
