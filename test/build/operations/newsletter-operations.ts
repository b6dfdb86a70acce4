import { newsletterDeliveries, newsletterIssues } from '#domain/newsletter/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { OperationRun, Operations } from '../operation-run.ts';

const READER = 'reader@home.example';

const subscribers: Operations = [
  ['post /newsletter', 202, { body: { email: READER } }],
  ['get /newsroom/newsletter', 200],
  ['get /newsroom/newsletter/subscribers', 200],
  ['patch /newsroom/newsletter/subscribers/{id}', 204, { body: { blocked: true } }],
  ['get /newsroom/newsletter/subscribers.csv', 200],
  ['delete /newsroom/newsletter/subscribers/{id}', 204],
  ['post /newsroom/newsletter/imports', 200, { query: { as: 'pending' }, body: 'email\nnew@home.example\n' }],
  [
    'post /newsroom/newsletter/imports/preview',
    200,
    {
      query: { as: 'pending', columns: 'email', date_order: 'day_first' },
      body: 'email\nnew@home.example\n',
    },
  ],
  ['post /newsroom/newsletter/imports/refused', 200, { query: { as: 'pending' }, body: 'email\nnobody\n' }],
  ['post /newsroom/newsletter/withheld/release', 202],
  ['delete /newsroom/newsletter/withheld', 204],
];

const drafts: Operations = [
  ['post /newsroom/newsletter/issues', 201],
  ['get /newsroom/newsletter/issues', 200],
  ['get /newsroom/newsletter/issues/{id}', 200],
  ['get /newsroom/newsletter/issues/{id}/candidates', 200],
  [
    'put /newsroom/newsletter/issues/{id}',
    200,
    (run) => ({ body: { subject: 'Rain', article_ids: [run.id('/newsroom/articles')] } }),
  ],
  ['get /newsroom/newsletter/issues/{id}/preview', 200],
  ['post /newsroom/newsletter/issues/{id}/tests', 202, ({ site }) => ({ body: { email: site.admin.email } })],
  ['put /newsroom/newsletter/issues/{id}/approval', 200],
  ['delete /newsroom/newsletter/issues/{id}/approval', 200],
  ['delete /newsroom/newsletter/issues/{id}', 204],
];

/** Inserts an issue, and an email of which it is not known whether it has arrived, because sending was interrupted. */
async function insertIssue(
  { site: { database } }: OperationRun,
  issue: { readonly status: 'sending' | 'sent'; readonly number: number },
): Promise<{ readonly path: { readonly id: string } }> {
  const id = uuidv7();
  const now = new Date();
  await database.transaction(async (tx) => {
    await tx
      .insert(newsletterIssues)
      .values({ id, subject: 'Sun', html: '', text: '', sendAt: now, startedAt: now, ...issue });
    await tx
      .insert(newsletterDeliveries)
      .values({ id: uuidv7(), issueId: id, status: 'unknown', dueAt: now, changedAt: now });
  });
  return { path: { id } };
}

const sending: Operations = [
  [
    'put /newsroom/newsletter/issues/{id}/stop',
    200,
    (run) => insertIssue(run, { status: 'sending', number: 1 }),
  ],
  [
    'get /newsroom/newsletter/issues/{id}/copies',
    200,
    (run) => ({
      path: { id: run.last('put /newsroom/newsletter/issues/{id}/stop').id },
      query: { status: 'unknown' },
    }),
  ],
  [
    'post /newsroom/newsletter/issues/{id}/resending',
    200,
    (run) => insertIssue(run, { status: 'sent', number: 2 }),
  ],
];

/** They need an article that is published. */
export const NEWSLETTER_OPERATIONS: Operations = [...subscribers, ...drafts, ...sending];
