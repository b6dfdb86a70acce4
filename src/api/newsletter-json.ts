import { z } from '@hono/zod-openapi';
import type { ArticleSummary } from '#domain/articles/article.ts';
import { DELIVERY_STATES } from '#domain/newsletter/delivery.ts';
import { ISSUE_STATES } from '#domain/newsletter/issue.ts';
import type { NewsroomIssue, NewsroomIssueSummary } from '#domain/newsletter/newsroom-issues.server.ts';
import { SectionSlug } from './article-json.ts';
import { pageFields } from './openapi/pagination.ts';

const isoDateTime = z.iso.datetime();

export const IssueArticle = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    excerpt: z.string(),
    category_slug: SectionSlug,
    publish_date: isoDateTime,
    read_time: z.string(),
  })
  .openapi('NewsletterArticle');

const Copies = z
  .object(
    Object.fromEntries(DELIVERY_STATES.map((state) => [state, z.int()])) as Record<
      (typeof DELIVERY_STATES)[number],
      z.ZodInt
    >,
  )
  .openapi('NewsletterCopies', {
    description:
      '`unknown`: the process or the connection ended while the email was handed over to the mail server, so it may or may not have arrived.',
  });

const summary = {
  id: z.uuid(),
  number: z.int().nullable().meta({ description: 'Assigned when sending begins.' }),
  status: z.enum(ISSUE_STATES),
  subject: z.string(),
  revision: z.int(),
  created_at: isoDateTime,
  updated_at: isoDateTime,
  send_at: isoDateTime
    .nullable()
    .meta({ description: 'When sending begins; until then the approval can be undone.' }),
  started_at: isoDateTime.nullable(),
  sent_at: isoDateTime.nullable(),
  paused_until: isoDateTime.nullable(),
  problem: z
    .string()
    .nullable()
    .meta({ description: 'The last response of the mail server, or why the issue became a draft again.' }),
  stopped: z.boolean(),
  copies: Copies,
};

export const IssueRow = z.object(summary).openapi('NewsletterIssueRow');

export const IssuePage = z
  .object({ issues: z.array(IssueRow), total: z.int(), ...pageFields })
  .openapi('NewsletterIssuePage');

export const Issue = z
  .object({
    ...summary,
    note: z.string().meta({ description: 'Plain text above the articles.' }),
    updated_by_name: z.string().nullable(),
    articles: z.array(IssueArticle).meta({ description: 'In order; published articles only.' }),
  })
  .openapi('NewsletterIssue');

export function issueArticleJson(article: ArticleSummary): z.infer<typeof IssueArticle> {
  const { id, slug, title, excerpt, sectionSlug, publishDate, readTime } = article;
  return {
    id,
    slug,
    title,
    excerpt,
    category_slug: sectionSlug,
    publish_date: publishDate.toISOString(),
    read_time: readTime,
  };
}

export function issueRowJson(issue: NewsroomIssueSummary): z.infer<typeof IssueRow> {
  const { id, number, status, subject, revision, problem, stopped, deliveryCounts: copies } = issue;
  return {
    id,
    number,
    status,
    subject,
    revision,
    created_at: issue.createdAt.toISOString(),
    updated_at: issue.updatedAt.toISOString(),
    send_at: isoOrNull(issue.sendAt),
    started_at: isoOrNull(issue.startedAt),
    sent_at: isoOrNull(issue.sentAt),
    paused_until: isoOrNull(issue.pausedUntil),
    problem,
    stopped,
    copies,
  };
}

export function issueJson(issue: NewsroomIssue): z.infer<typeof Issue> {
  return {
    ...issueRowJson(issue),
    note: issue.note,
    updated_by_name: issue.updatedByName,
    articles: issue.articles.map((article) => issueArticleJson(article)),
  };
}

export const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;
