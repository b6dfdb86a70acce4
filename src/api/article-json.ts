import { z } from '@hono/zod-openapi';
import {
  articleFields,
  type ArticleFields,
  pickFields,
  storedArticleFields,
} from '#domain/articles/article-fields.ts';
import type { ContentNotice } from '#domain/articles/foreign-html/notices.ts';
import { publishDateInput } from '#domain/articles/publish-date.ts';
import { ARTICLE_STATES } from '#domain/articles/article-state.ts';
import type { NewsroomArticle as Article } from '#domain/articles/newsroom-queries.server.ts';
import { type PausedSchedule, SCHEDULED_ACTIONS } from '#domain/articles/schedule/schedule.ts';
import { toCamelKeys, toSnakeKeys } from '#platform/key-case.ts';
import { Notices } from './content-notices.ts';

export const SectionSlug = articleFields.shape.categorySlug;

export const ArticleId = z.object({ id: z.uuid() });

/** The input of the article editor. */
export const ArticleInput = z.object(toSnakeKeys(articleFields.shape)).openapi('ArticleInput');

export const NewArticleInput = ArticleInput.extend({
  publish_date: publishDateInput.shape.publish_date.nullish().meta({
    description:
      'When the article was first published, for example on another site: a moment that is not in the future, with an offset from ' +
      'UTC. The moment of the request without it. Only for an article that is published by this request.',
  }),
}).openapi('NewArticleInput');

/** The editable fields of an article in responses, where none is optional. */
export const articleFieldsShape = toSnakeKeys(storedArticleFields.shape);

const isoDateTime = z.iso.datetime();

/** What was scheduled by someone who may not publish the article any more. */
export const PausedScheduleJson = z
  .object({
    action: z.enum(SCHEDULED_ACTIONS),
    at: isoDateTime,
    by_name: z.string().meta({ description: 'Who scheduled it; empty if the account no longer exists.' }),
  })
  .nullable()
  .meta({
    description:
      'What was scheduled by someone who may not publish the article any more; it does not happen. Ends when the article is scheduled again, published or taken offline, or when the schedule is cancelled.',
  });

export const pausedScheduleJson = (paused: PausedSchedule | null): z.infer<typeof PausedScheduleJson> =>
  paused === null ? null : { action: paused.action, at: paused.at, by_name: paused.byName };

export const NewsroomArticle = z
  .object({
    ...articleFieldsShape,
    id: z.uuid(),
    revision: z.int().meta({ description: 'Increases by one with every save.' }),
    publish_date: isoDateTime
      .nullable()
      .meta({ description: 'When it was first published. No save changes it; it can be corrected.' }),
    state: z.enum(ARTICLE_STATES).meta({
      description:
        'Articles in review, scheduled ones and those in the trash have `is_draft` as well. A published article that is taken offline later is `published`.',
    }),
    live_revision: z.int().nullable().meta({
      description:
        'The revision that readers see, if the article has pending changes, with which all fields are returned; null without.',
    }),
    submitted_at: isoDateTime.nullable().meta({ description: 'Null unless the article is in review.' }),
    returned_at: isoDateTime.nullable().meta({
      description: 'When an editor returned it; null if it was submitted again or published since.',
    }),
    scheduled_action: z
      .enum(SCHEDULED_ACTIONS)
      .nullable()
      .meta({ description: 'What happens at `scheduled_at`; null for nothing.' }),
    scheduled_at: isoDateTime.nullable(),
    paused_schedule: PausedScheduleJson,
    trashed_at: isoDateTime.nullable().meta({
      description: 'When it was moved to the trash, where it is a draft; null unless it is there.',
    }),
    word_count: z.int(),
    created_at: isoDateTime,
    updated_at: isoDateTime,
    created_by_name: z.string().nullable(),
    updated_by_name: z.string().nullable(),
  })
  .openapi('NewsroomArticle');
type NewsroomArticle = z.infer<typeof NewsroomArticle>;

export const SavedArticle = NewsroomArticle.extend({ notices: Notices }).openapi('SavedArticle');

export const savedArticleJson = (
  article: Article,
  notices: readonly ContentNotice[],
): z.infer<typeof SavedArticle> => ({ ...articleJson(article), notices: [...notices] });

export const toArticleFields = (input: z.infer<typeof ArticleInput>): ArticleFields => toCamelKeys(input);

export const articleFieldsJson = (article: ArticleFields) => toSnakeKeys(pickFields(article));

export function articleJson(article: Article): NewsroomArticle {
  return {
    ...articleFieldsJson(article),
    id: article.id,
    revision: article.revision,
    publish_date: article.publishDate?.toISOString() ?? null,
    state: article.state,
    live_revision: article.liveRevision,
    submitted_at: article.submittedAt?.toISOString() ?? null,
    returned_at: article.returnedAt?.toISOString() ?? null,
    scheduled_action: article.scheduledAction,
    scheduled_at: article.scheduledAt?.toISOString() ?? null,
    paused_schedule: pausedScheduleJson(article.pausedSchedule),
    trashed_at: article.trashedAt?.toISOString() ?? null,
    word_count: article.wordCount,
    created_at: article.createdAt.toISOString(),
    updated_at: article.updatedAt.toISOString(),
    created_by_name: article.createdByName,
    updated_by_name: article.updatedByName,
  };
}
