import { createRoute, z } from '@hono/zod-openapi';
import { DELIVERY_STATES } from '#domain/newsletter/delivery.ts';
import { IssueInput } from '#domain/newsletter/editing.server.ts';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { getIssue, listCopies, listIssues } from '#domain/newsletter/newsroom-issues.server.ts';
import type { Database } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { pageCounts, PageNumber } from './frame/page-number.ts';
import { problems } from './frame/problem.server.ts';
import { basedOn, IfMatch, revisionTag, TaggedHeaders } from './frame/revision-tag.ts';
import { apiRouter } from './frame/router.server.ts';
import {
  Issue,
  IssueArticle,
  issueArticleJson,
  issueJson,
  IssuePage,
  issueRowJson,
} from './newsletter-json.ts';

const PATH = '/newsroom/newsletter/issues' as const;
const one = { ...newsroom, path: `${PATH}/{id}` as const };
const params = z.object({ id: z.uuid() });
const tagged = (description: string) => ({ ...json(Issue, description), headers: TaggedHeaders });
const refusals = problems('invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict');

const list = createRoute({
  ...newsroom,
  path: PATH,
  method: 'get',
  summary: 'Lists issues of the newsletter, drafts included, newest first, 20 a page',
  request: { query: z.object({ page: PageNumber }) },
  responses: {
    200: json(IssuePage, 'A page of issues.'),
    ...problems('invalid', 'unauthenticated', 'forbidden'),
  },
});

const draft = createRoute({
  ...newsroom,
  path: PATH,
  method: 'post',
  summary: 'Drafts an issue now, from what was published within seven days and was in none before',
  responses: {
    201: tagged('The draft.'),
    ...problems('unauthenticated', 'forbidden', 'conflict', 'unprocessable'),
  },
});

const read = createRoute({
  ...one,
  method: 'get',
  summary: 'An issue, and what became of its copies',
  request: { params },
  responses: {
    200: tagged('The issue.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

const save = createRoute({
  ...one,
  method: 'put',
  summary: 'Writes the subject, the note and the articles of a draft',
  description:
    'Refused with 412 when it is not based on the present revision; the answer has it in `current`.',
  request: { params, headers: IfMatch, body: jsonBody(IssueInput.openapi('NewsletterIssueInput')) },
  responses: {
    200: tagged('The issue as it is now.'),
    ...refusals,
    ...problems('stale', 'unprocessable', 'precondition_required'),
  },
});

const discard = createRoute({
  ...one,
  method: 'delete',
  summary: 'Throws a draft away',
  request: { params },
  responses: { 204: { description: 'It is gone.' }, ...refusals },
});

const candidates = createRoute({
  ...one,
  path: `${PATH}/{id}/candidates`,
  method: 'get',
  summary: 'Articles of the last thirty days that are not in the issue',
  request: { params },
  responses: {
    200: json(z.object({ articles: z.array(IssueArticle) }), 'At most sixty, newest first.'),
    ...problems('invalid', 'unauthenticated', 'forbidden'),
  },
});

const preview = createRoute({
  ...one,
  path: `${PATH}/{id}/preview`,
  method: 'get',
  summary: 'The mail as it would go out now, or as it went out',
  request: { params },
  responses: {
    200: json(
      z.object({ subject: z.string(), html: z.string(), text: z.string() }).openapi('NewsletterPreview'),
      'Both forms.',
    ),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found', 'unprocessable'),
  },
});

const test = createRoute({
  ...one,
  path: `${PATH}/{id}/tests`,
  method: 'post',
  summary: 'Mails the issue as it is now to an administrator',
  request: { params, body: jsonBody(z.strictObject({ email: z.string().max(254) })) },
  responses: {
    202: json(z.object({ message: z.string() }), 'What to tell the person.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found', 'unprocessable'),
  },
});

const approve = createRoute({
  ...one,
  path: `${PATH}/{id}/approval`,
  method: 'put',
  summary: 'Lets the issue go: it is sent in ten minutes',
  request: { params, headers: IfMatch },
  responses: {
    200: tagged('The issue, held until `send_at`.'),
    ...refusals,
    ...problems('stale', 'unprocessable', 'precondition_required'),
  },
});

const undo = createRoute({
  ...one,
  path: `${PATH}/{id}/approval`,
  method: 'delete',
  summary: 'Takes the approval back, while the issue is held',
  request: { params },
  responses: { 200: tagged('The draft.'), ...refusals },
});

const stop = createRoute({
  ...one,
  path: `${PATH}/{id}/stop`,
  method: 'put',
  summary: 'Sends no further copy',
  request: { params },
  responses: { 200: tagged('The issue.'), ...refusals },
});

const resend = createRoute({
  ...one,
  path: `${PATH}/{id}/resending`,
  method: 'post',
  summary: 'Sends the copies again of which nobody knows whether they arrived',
  description: 'Some arrive twice then, with the same Message-ID. This never happens by itself.',
  request: { params },
  responses: { 200: tagged('The issue.'), ...refusals },
});

const Copy = z
  .object({
    id: z.uuid(),
    email: z.string().nullable().meta({ description: 'Null when the subscriber was deleted since.' }),
    status: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    reason: z.string().nullable().meta({ description: 'What the mail server said, without addresses.' }),
    changed_at: z.iso.datetime(),
  })
  .openapi('NewsletterCopy');

const copies = createRoute({
  ...one,
  path: `${PATH}/{id}/copies`,
  method: 'get',
  summary: 'The copies of an issue in one state, the latest first, 20 a page',
  request: { params, query: z.object({ status: z.enum(DELIVERY_STATES), page: PageNumber }) },
  responses: {
    200: json(
      z.object({ copies: z.array(Copy), total: z.int(), ...pageCounts }).openapi('NewsletterCopyPage'),
      'A page of copies.',
    ),
    ...problems('invalid', 'unauthenticated', 'forbidden'),
  },
});

export interface NewsletterIssuesParts {
  readonly database: Database;
  readonly newsletter: Newsletter;
}

/** The issues of the newsletter: drafted, edited, tried, approved, watched. */
export function newsletterIssuesApi({ database: { db }, newsletter: { desk } }: NewsletterIssuesParts) {
  const shown = async (id: string) => {
    const issue = await getIssue(db, id);
    return { body: issueJson(issue), headers: { etag: revisionTag(issue.revision) } };
  };
  /** Adds to the refusal what the issue is now, so that both can be laid side by side. */
  const answerStale = (id: string) => async (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'stale') throw error;
    const { body: current } = await shown(id);
    throw new Refusal('stale', error.message, { ...error.details, members: { current } });
  };

  return apiRouter<SignedInEnv>()
    .openapi(list, async (context) => {
      const { issues, total, page, pageCount } = await listIssues(db, context.req.valid('query').page);
      const body = { issues: issues.map((issue) => issueRowJson(issue)), total, page, page_count: pageCount };
      return context.json(body, 200);
    })
    .openapi(draft, async (context) => {
      const { body, headers } = await shown(await desk.draft(context.var.signedIn));
      return context.json(body, 201, headers);
    })
    .openapi(read, async (context) => {
      const { body, headers } = await shown(context.req.valid('param').id);
      return context.json(body, 200, headers);
    })
    .openapi(save, async (context) => {
      const { id } = context.req.valid('param');
      const version = { id, revision: basedOn(context.req.valid('header')) };
      await desk.save(context.var.signedIn, version, context.req.valid('json')).catch(answerStale(id));
      const { body, headers } = await shown(id);
      return context.json(body, 200, headers);
    })
    .openapi(discard, async (context) => {
      await desk.discard(context.var.signedIn, context.req.valid('param').id);
      return context.body(null, 204);
    })
    .openapi(candidates, async (context) => {
      const found = await desk.candidates(context.req.valid('param').id);
      return context.json({ articles: found.map((article) => issueArticleJson(article)) }, 200);
    })
    .openapi(preview, async (context) => context.json(await desk.preview(context.req.valid('param').id), 200))
    .openapi(test, async (context) => {
      await desk.mailTest(
        context.var.signedIn,
        context.req.valid('param').id,
        context.req.valid('json').email,
      );
      return context.json({ message: 'Test mail is on its way' }, 202);
    })
    .openapi(approve, async (context) => {
      const { id } = context.req.valid('param');
      const version = { id, revision: basedOn(context.req.valid('header')) };
      await desk.approve(context.var.signedIn, version).catch(answerStale(id));
      const { body, headers } = await shown(id);
      return context.json(body, 200, headers);
    })
    .openapi(undo, async (context) => {
      const { id } = context.req.valid('param');
      await desk.undo(context.var.signedIn, id);
      const { body, headers } = await shown(id);
      return context.json(body, 200, headers);
    })
    .openapi(stop, async (context) => {
      const { id } = context.req.valid('param');
      await desk.stop(context.var.signedIn, id);
      const { body, headers } = await shown(id);
      return context.json(body, 200, headers);
    })
    .openapi(resend, async (context) => {
      const { id } = context.req.valid('param');
      await desk.resendUnknown(context.var.signedIn, id);
      const { body, headers } = await shown(id);
      return context.json(body, 200, headers);
    })
    .openapi(copies, async (context) => {
      const { status, page } = context.req.valid('query');
      const found = await listCopies(db, { issueId: context.req.valid('param').id, status, page });
      const rows = found.copies.map(({ changedAt, ...copy }) => ({
        ...copy,
        changed_at: changedAt.toISOString(),
      }));
      const body = { copies: rows, total: found.total, page: found.page, page_count: found.pageCount };
      return context.json(body, 200);
    });
}
