import { z } from 'zod';
import { SECTION_SLUG_MAX_LENGTH } from '#domain/categories/section.ts';
import { DEFAULT_AUTHOR_IMAGE, DEFAULT_READ_TIME } from './article.ts';
import { BYLINE_LIMIT } from './bylines.ts';

interface FieldRules {
  /** The name of the field in comparisons of two versions; a field without a label is compared with another one. */
  readonly label?: string;
  /** Characters, counted as Unicode code points. The limits of title and excerpt are also database constraints. */
  readonly maxLength?: number;
}

const rules = z.registry<FieldRules>();

/** A text with a wide limit against abuse, in characters. `FieldRules.maxLength` is the actual limit. */
const text = () => z.string().max(10_000, 'Please use far fewer characters');

/**
 * The fields of an article that an editor can set: the only list of them. The API, its client, the draft and autosave of
 * the editor, revisions, comparison and validation derive from it. Defaults make a field optional in requests.
 * Required fields may be empty here: a draft needs none of them, and the command that publishes has the messages for the
 * editor.
 */
export const articleFields = z.object({
  title: text()
    .meta({ description: 'At most 300 characters.' })
    .register(rules, { label: 'Title', maxLength: 300 }),
  slug: text()
    .meta({
      description:
        'Lowercase letters and digits with single hyphens; other text is converted. Empty, or in a script that cannot be converted, ' +
        'to keep the one the article has, or to derive a free one from the title; `article-` and eight digits if the title makes none.',
    })
    .register(rules, { label: 'Slug' }),
  excerpt: text()
    .meta({ description: 'At most 1,000 characters.' })
    .register(rules, { label: 'Excerpt', maxLength: 1000 }),
  content: z.string().meta({
    description:
      'HTML, reduced to the elements of the editor. Images in `data:` URLs are stored separately. At most 2 MB without them.',
  }),
  categorySlug: z
    .string()
    .max(SECTION_SLUG_MAX_LENGTH)
    .meta({ description: 'The slug of a section.' })
    .register(rules, { label: 'Category' }),
  authorName: text()
    .default('')
    .meta({
      description:
        'The names of `bylines` as one text. In a request without `bylines` it is the only one, at most 200 characters; ' +
        'empty for the default author of the site, and as it was for the bylines the article already has. A request with ' +
        'both changes the one that differs from the article, or `bylines` if both do.',
    })
    .register(rules, { label: 'Author' }),
  bylines: z
    .array(
      z.object({
        author: z
          .uuid()
          .nullable()
          .meta({ description: 'The id of an author; null for a name without a profile.' }),
        name: text().meta({
          description:
            'At most 200 characters. Responses have the current name of the author; requests need none.',
        }),
      }),
    )
    .max(BYLINE_LIMIT)
    .default([])
    .meta({ description: 'One to ten authors in order. Repeated and empty ones are dropped.' })
    .register(rules, {}),
  authorImage: text().default(DEFAULT_AUTHOR_IMAGE),
  readTime: text()
    .default(DEFAULT_READ_TIME)
    .meta({ description: 'The default is replaced by a value calculated from the word count.' })
    .register(rules, { label: 'Read time', maxLength: 60 }),
  readTimeTyped: z.boolean().default(false).meta({
    description: 'True if an editor set the read time, even to the default or the calculated value.',
  }),
  featured: z.boolean().default(false).register(rules, { label: 'Featured' }),
  image: text()
    .default('')
    .meta({ description: 'The URL of an uploaded image or any https URL; empty for none.' })
    .register(rules, { label: 'Picture' }),
  imageAlt: text()
    .nullable()
    .default(null)
    .meta({
      description:
        'Alternative text; empty for a decorative image. If it is null, the article can be saved only as a draft.',
    })
    .register(rules, { maxLength: 500 }),
  tags: z
    .array(text())
    .max(100)
    .default([])
    .meta({ description: 'The first 10 are stored, each of up to 40 characters.' })
    .register(rules, { label: 'Tags' }),
  lang: text()
    .default('')
    .meta({ description: 'Language of the text as a BCP 47 tag; empty for the language of the site.' })
    .register(rules, { label: 'Language' }),
  isDraft: z
    .boolean()
    .default(true)
    .meta({ description: 'False publishes the article, true unpublishes it.' }),
});

export type ArticleFields = Readonly<z.output<typeof articleFields>>;
export type ArticleField = keyof ArticleFields;

export const ARTICLE_FIELDS = Object.keys(articleFields.shape) as readonly ArticleField[];

export const fieldRules = (field: ArticleField): FieldRules => rules.get(articleFields.shape[field]) ?? {};

/** Copies the editable fields of an article and nothing else. */
export function pickFields(article: ArticleFields): ArticleFields {
  return Object.fromEntries(ARTICLE_FIELDS.map((field) => [field, article[field]])) as ArticleFields;
}

/** Applies a function to every field that is a single text. */
export function mapTexts<Fields extends object>(fields: Fields, change: (text: string) => string): Fields {
  const entries = Object.entries(fields).map(([field, value]) => [
    field,
    typeof value === 'string' ? change(value) : (value as unknown),
  ]);
  return Object.fromEntries(entries) as Fields;
}

type Shape = typeof articleFields.shape;
type Stored<Schema> = Schema extends z.ZodDefault<infer Inner> ? Inner : Schema;

/**
 * The same fields without limits and defaults, for articles and drafts that are already stored: all fields are present,
 * and some may be longer than the limits, which apply to new input.
 */
export const storedArticleFields = z.object(
  mapValues(articleFields.shape, withoutLimits) as { [Field in keyof Shape]: Stored<Shape[Field]> },
);

function mapValues<Value, Result>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function withoutLimits(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault) return withoutLimits(schema.unwrap());
  if (schema instanceof z.ZodNullable) return withoutLimits(schema.unwrap()).nullable();
  if (schema instanceof z.ZodArray) return z.array(withoutLimits(schema.element));
  if (schema instanceof z.ZodObject)
    return z.object(mapValues(schema.shape as Readonly<Record<string, z.core.$ZodType>>, withoutLimits));
  return schema instanceof z.ZodString ? z.string() : (schema as z.ZodType);
}
