import { createRoute, z } from '@hono/zod-openapi';
import { readSystemInfo, sendTestEmail, type SystemDeps, testStorage } from '#domain/site/system.server.ts';
import type { ContactRecipient } from '#domain/site/contact-recipient.server.ts';
import { type AuthenticatedEnv, newsroomRoute } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const System = z
  .object({
    version: z.string(),
    node: z.string(),
    public_url: z.string(),
    database: z.string().meta({ description: 'Kind and version.' }),
    mail: z.string().meta({ description: 'How emails are sent, without credentials.' }),
    storage: z.string().meta({ description: 'Where pictures are stored.' }),
    last_backup: z.iso.datetime().nullable().meta({ description: 'Null if none was recorded.' }),
    checklist: z
      .array(
        z.object({
          name: z.string(),
          task: z.string(),
          is_done: z.boolean(),
          is_optional: z.boolean().meta({ description: 'An offer: the publication is ready without it.' }),
        }),
      )
      .meta({ description: 'What should be done before the publication goes live.' }),
    free_megabytes: z.int().meta({ description: 'Free space of the data folder.' }),
  })
  .openapi('System');

const TestOutcome = z
  .object({
    is_successful: z.boolean(),
    reason: z.string().meta({ description: 'Why it failed; empty on success.' }),
  })
  .openapi('TestOutcome');

const showSystem = createRoute({
  ...newsroomRoute,
  method: 'get',
  path: '/newsroom/system',
  summary: 'Describes the installation',
  responses: { 200: json(System, 'The installation.'), ...problems('unauthenticated', 'forbidden') },
});

const testMail = createRoute({
  ...newsroomRoute,
  method: 'post',
  path: '/newsroom/system/mail-tests',
  summary: 'Sends a test email to the own account',
  responses: {
    200: json(TestOutcome, 'Whether the mail server accepted it.'),
    ...problems('unauthenticated', 'forbidden', 'too_many'),
  },
});

const testStore = createRoute({
  ...newsroomRoute,
  method: 'post',
  path: '/newsroom/system/storage-tests',
  summary: 'Writes, reads and deletes a file in the picture store',
  responses: {
    200: json(TestOutcome, 'Whether it succeeded.'),
    ...problems('unauthenticated', 'forbidden', 'too_many'),
  },
});

const resendConfirmation = createRoute({
  ...newsroomRoute,
  method: 'post',
  path: '/newsroom/settings/recipient-confirmations',
  summary: 'Sends the link that confirms the recipient of contact messages again',
  responses: {
    204: { description: 'The email is sent unless the recipient is confirmed already.' },
    ...problems('unauthenticated', 'forbidden', 'too_many'),
  },
});

export interface SystemApiDeps {
  readonly system: SystemDeps;
  readonly contactRecipient: Pick<ContactRecipient, 'resend'>;
}

export function systemApi({ system, contactRecipient }: SystemApiDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(showSystem, async (context) => {
      const info = await readSystemInfo(system, context.var.user);
      const { version, node, database, mail, storage } = info;
      const last_backup = info.lastBackup?.toISOString() ?? null;
      const checklist = info.checklist.map(({ name, task, isDone, isOptional = false }) => ({
        name,
        task,
        is_done: isDone,
        is_optional: isOptional,
      }));
      const body = { checklist, version, node, database, mail, storage, last_backup };
      return context.json({ ...body, public_url: info.publicUrl, free_megabytes: info.freeMegabytes }, 200);
    })
    .openapi(testMail, async (context) => {
      const { isSuccessful, reason } = await sendTestEmail(system, context.var.user);
      return context.json({ is_successful: isSuccessful, reason }, 200);
    })
    .openapi(testStore, async (context) => {
      const { isSuccessful, reason } = await testStorage(system, context.var.user);
      return context.json({ is_successful: isSuccessful, reason }, 200);
    })
    .openapi(resendConfirmation, async (context) => {
      await contactRecipient.resend(context.var.user);
      return context.body(null, 204);
    });
}
