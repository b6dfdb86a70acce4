import { z } from 'zod';

/** Request body of a save (`ArticleInput` of the API). */
export interface ArticleInput {
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  readonly content: string;
  readonly category_slug: string;
  readonly author_name: string;
  readonly author_image: string;
  readonly read_time: string;
  readonly read_time_typed: boolean;
  readonly featured: boolean;
  readonly image: string;
  readonly image_alt: string | null;
  readonly tags: readonly string[];
  readonly lang: string;
  readonly is_draft: boolean;
}

const articleFields = {
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  content: z.string(),
  category_slug: z.string(),
  author_name: z.string(),
  author_image: z.string(),
  read_time: z.string(),
  read_time_typed: z.boolean(),
  featured: z.boolean(),
  image: z.string(),
  image_alt: z.string().nullable(),
  tags: z.array(z.string()),
  lang: z.string(),
  is_draft: z.boolean(),
};

/** An article as the newsroom API returns it, limited to the fields the editor uses. */
export const newsroomArticle = z.object({
  ...articleFields,
  id: z.string(),
  revision: z.number(),
  updated_at: z.string(),
  updated_by_name: z.string().nullable(),
});
export type NewsroomArticle = z.infer<typeof newsroomArticle>;

/** One revision with all its fields. */
export const revisionContent = z.object({ ...articleFields, revision: z.number() });
export type RevisionContent = z.infer<typeof revisionContent>;
