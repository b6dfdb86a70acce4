import { createRoute, z } from '@hono/zod-openapi';
import { DELIVERY_STATES } from '#domain/newsletter/delivery.ts';
import { IssueInput } from '#domain/newsletter/editing.server.ts';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { getIssue, listDeliveries, listIssues } from '#domain/newsletter/newsroom-issues.server.ts';
import type { Database } from '#platform/db/database.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { rethrowStaleWithCurrent } from './openapi/conditional-change.ts';
import { json, jsonBody } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { requireIfMatch, IfMatch, revisionEtag, EtagHeaders } from './openapi/entity-tag.ts';
import { apiRouter } from './openapi/router.server.ts';
import {
  Issue,
  IssueArticle,
  issueArticleJson,
  issueJson,
  IssuePage,
  issueRowJson,
} from './newsletter-json.ts';

const PATH = '/newsroom/newsletter/issues' as const;
const issueRoute = { ...newsroomRoute, path: `${PATH}/{id}` as const };
const params = z.object({ id: z.uuid() });
const withEtag = (description: string) => ({ ...json(Issue, description), headers: EtagHeaders });
const commonProblems = problems(...NEWSROOM_ERRORS, 'not_found', 'conflict');

const list = createRoute({
  ...newsroomRoute,
  path: PATH,
  method: 'get',
  summary: 'Lists newsletter issues, including drafts, newest first, 20 per page',
  request: { query: z.object({ page: PageNumber }) },
  responses: {
    200: json(IssuePage, 'A page of issues.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const draft = createRoute({
  ...newsroomRoute,
  path: PATH,
  method: 'post',
  summary: 'Creates a draft from the articles of the last seven days that were in no issue before',
  responses: {
    201: withEtag('The draft.'),
    ...problems('unauthenticated', 'forbidden', 'conflict', 'unprocessable'),
  },
});

const read = createRoute({
  ...issueRoute,
  method: 'get',
  summary: 'Returns an issue with its delivery counts',
  request: { params },
  responses: {
    200: withEtag('The issue.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const save = createRoute({
  ...issueRoute,
  method: 'put',
  summary: 'Saves the subject, note and articles of a draft',
  description:
    'A save that is not based on the current revision is rejected with 412; the response has the current issue in `current`.',
  request: { params, headers: IfMatch, body: jsonBody(IssueInput.openapi('NewsletterIssueInput')) },
  responses: {
    200: withEtag('The saved issue.'),
    ...commonProblems,
    ...problems('stale', 'unprocessable', 'precondition_required'),
  },
});

const discard = createRoute({
  ...issueRoute,
  method: 'delete',
  summary: 'Discards a draft',
  request: { params },
  responses: { 204: { description: 'Deleted.' }, ...commonProblems },
});

const candidates = createRoute({
  ...issueRoute,
  path: `${PATH}/{id}/candidates`,
  method: 'get',
  summary: 'Lists the articles of the last thirty days that are not in the issue',
  request: { params },
  responses: {
    200: json(z.object({ articles: z.array(IssueArticle) }), 'At most sixty, newest first.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const previewRoute = createRoute({
  ...issueRoute,
  path: `${PATH}/{id}/preview`,
  method: 'get',
  summary: 'Returns the email of the issue as it would be or was sent',
  request: { params },
  responses: {
    200: json(
      z.object({ subject: z.string(), html: z.string(), text: z.string() }).openapi('NewsletterPreview'),
      'The HTML and the plain text version.',
    ),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'unprocessable'),
  },
});

const test = createRoute({
  ...issueRoute,
  path: `${PATH}/{id}/tests`,
  method: 'post',
  summary: 'Sends a test email of the issue to an administrator',
  request: { params, body: jsonBody(z.strictObject({ email: z.string().max(254) })) },
  responses: {
    202: json(z.object({ message: z.string() }), 'A message to show to the user.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'unprocessable'),
  },
});

const approve = createRoute({
  ...issueRoute,
  path: `${PATH}/{id}/approval`,
  method: 'put',
  summary: 'Approves the issue, which is then sent in ten minutes',
  request: { params, headers: IfMatch },
  responses: {
    200: withEtag('The issue, which is sent at `send_at`.'),
    ...commonProblems,
    ...problems('stale', 'unprocessable', 'precondition_required'),
  },
});

const undo = createRoute({
  ...issueRoute,
  path: `${PATH}/{id}/approval`,
  method: 'delete',
  summary: 'Undoes the approval, until sending begins',
  request: { params },
  responses: { 200: withEtag('The draft.'), ...commonProblems },
});

const stop = createRoute({
  ...issueRoute,
  path: `${PATH}/{id}/stop`,
  method: 'put',
  summary: 'Stops sending the issue',
  request: { params },
  responses: { 200: withEtag('The issue.'), ...commonProblems },
});

const resend = createRoute({
  ...issueRoute,
  path: `${PATH}/{id}/resending`,
  method: 'post',
  summary: 'Retries the deliveries with the status `unknown`',
  description:
    'Some emails may arrive twice, with the same Message-ID. These deliveries are never retried automatically.',
  request: { params },
  responses: { 200: withEtag('The issue.'), ...commonProblems },
});

const Copy = z
  .object({
    id: z.uuid(),
    email: z.string().nullable().meta({ description: 'Null if the subscriber has been deleted.' }),
    status: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'The response of the mail server, without addresses.' }),
    changed_at: z.iso.datetime(),
  })
  .openapi('NewsletterCopy');

const copies = createRoute({
  ...issueRoute,
  path: `${PATH}/{id}/copies`,
  method: 'get',
  summary:
    'Lists the deliveries of an issue in one state, with the addresses of the recipients, newest first, 20 per page',
  request: { params, query: z.object({ status: z.enum(DELIVERY_STATES), page: PageNumber }) },
  responses: {
    200: json(
      z.object({ copies: z.array(Copy), total: z.int(), ...pageFields }).openapi('NewsletterCopyPage'),
      'A page of deliveries.',
    ),
    ...problems(...NEWSROOM_ERRORS),
  },
});

export interface NewsletterIssuesApiDeps {
  readonly database: Database;
  readonly newsletter: Newsletter;
}

/** Newsletter issues: drafts, editing, test emails, approval and deliveries. */
export function newsletterIssuesApi({ database: { db }, newsletter: { admin } }: NewsletterIssuesApiDeps) {
  const readIssue = async (id: string) => {
    const issue = await getIssue(db, id);
    return { body: issueJson(issue), headers: { etag: revisionEtag(issue.revision) } };
  };
  const rethrowWithCurrent = (id: string) => rethrowStaleWithCurrent(async () => (await readIssue(id)).body);

  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const found = await listIssues(db, context.req.valid('query').page);
      const issues = found.rows.map((issue) => issueRowJson(issue));
      return context.json({ issues, ...pageJson(found) }, 200);
    })
    .openapi(draft, async (context) => {
      const { body, headers } = await readIssue(await admin.draft(context.var.user));
      return context.json(body, 201, headers);
    })
    .openapi(read, async (context) => {
      const { body, headers } = await readIssue(context.req.valid('param').id);
      return context.json(body, 200, headers);
    })
    .openapi(save, async (context) => {
      const { id } = context.req.valid('param');
      const version = { id, revision: requireIfMatch(context.req.valid('header')) };
      await admin.save(context.var.user, version, context.req.valid('json')).catch(rethrowWithCurrent(id));
      const { body, headers } = await readIssue(id);
      return context.json(body, 200, headers);
    })
    .openapi(discard, async (context) => {
      await admin.discard(context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    })
    .openapi(candidates, async (context) => {
      const found = await admin.candidates(context.req.valid('param').id);
      return context.json({ articles: found.map((article) => issueArticleJson(article)) }, 200);
    })
    .openapi(previewRoute, async (context) =>
      context.json(await admin.preview(context.req.valid('param').id), 200),
    )
    .openapi(test, async (context) => {
      await admin.sendTestEmail(
        context.var.user,
        context.req.valid('param').id,
        context.req.valid('json').email,
      );
      return context.json({ message: 'Test email is on its way' }, 202);
    })
    .openapi(approve, async (context) => {
      const { id } = context.req.valid('param');
      const version = { id, revision: requireIfMatch(context.req.valid('header')) };
      await admin.approve(context.var.user, version).catch(rethrowWithCurrent(id));
      const { body, headers } = await readIssue(id);
      return context.json(body, 200, headers);
    })
    .openapi(undo, async (context) => {
      const { id } = context.req.valid('param');
      await admin.undo(context.var.user, id);
      const { body, headers } = await readIssue(id);
      return context.json(body, 200, headers);
    })
    .openapi(stop, async (context) => {
      const { id } = context.req.valid('param');
      await admin.stop(context.var.user, id);
      const { body, headers } = await readIssue(id);
      return context.json(body, 200, headers);
    })
    .openapi(resend, async (context) => {
      const { id } = context.req.valid('param');
      await admin.resendUnknown(context.var.user, id);
      const { body, headers } = await readIssue(id);
      return context.json(body, 200, headers);
    })
    .openapi(copies, async (context) => {
      const { status, page } = context.req.valid('query');
      const { id: issueId } = context.req.valid('param');
      const found = await listDeliveries(db, context.var.user, { issueId, status, page });
      const rows = found.rows.map(({ changedAt, ...copy }) => ({
        ...copy,
        changed_at: changedAt.toISOString(),
      }));
      return context.json({ copies: rows, ...pageJson(found) }, 200);
    });
}
