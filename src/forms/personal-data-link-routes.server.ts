import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { PersonalDataService } from '#domain/personal-data/personal-data.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { textStream } from '#http/text-stream.server.ts';
import { deletionPage } from '#reader/personal-data/deletion-page.tsx';
import { invalidLinkPage, personalDataPage } from '#reader/personal-data/personal-data-page.tsx';
import {
  COMPLETED_ACTIONS,
  DELETED_PATH,
  PERSONAL_DATA_PATHS,
  personalDataPath,
} from '#reader/personal-data/personal-data-paths.ts';
import { parseForm } from './form-body.server.ts';
import type { FormDeps } from './form-route.server.ts';
import { handleLinkErrors, PRIVATE_HEADERS, readToken, seeOther } from './link-response.server.ts';

export interface PersonalDataLinkRoutesOptions extends Pick<FormDeps, 'publications' | 'log'> {
  readonly readers: PersonalDataService;
}

const CompletedActionQuery = z.enum(COMPLETED_ACTIONS).nullable().catch(null);
const BeforeQuery = z.uuid().optional().catch(undefined);

/**
 * The pages that the link to personal data opens, and their actions. A GET never changes data, because mail clients and
 * virus scanners open every link.
 */
export function personalDataLinkRoutes(options: PersonalDataLinkRoutesOptions): Hono {
  const { publications, readers } = options;
  const app = new Hono();

  app.get(PERSONAL_DATA_PATHS.overview, async (context) => {
    const token = readToken(context);
    const personalData = await readers.find(token, BeforeQuery.parse(context.req.query('before')));
    const done = CompletedActionQuery.parse(context.req.query('done') ?? null);
    return context.html(
      personalDataPage(publications.current(), personalData, { token, done }),
      200,
      PRIVATE_HEADERS,
    );
  });
  app.get(PERSONAL_DATA_PATHS.deletion, async (context) => {
    const token = readToken(context);
    return context.html(
      deletionPage(publications.current(), await readers.find(token), token),
      200,
      PRIVATE_HEADERS,
    );
  });
  app.get(PERSONAL_DATA_PATHS.download, (context) => {
    const pieces = readers.exportData(readToken(context));
    return context.body(textStream(pieces), 200, {
      ...PRIVATE_HEADERS,
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="your-data.json"',
    });
  });

  /** @param action runs the command and returns the path to redirect to */
  const action = (path: string, run: (token: string, context: Context) => Promise<string>) =>
    app.post(path, limitBody(), async (context) => seeOther(context, await run(readToken(context), context)));

  action(PERSONAL_DATA_PATHS.withdrawal, async (token, context) => {
    const { comment = '' } = await parseForm(context);
    await readers.deleteComment(token, comment);
    return personalDataPath('overview', token, { done: 'withdrawn' });
  });
  action(PERSONAL_DATA_PATHS.unsubscription, async (token) => {
    await readers.unsubscribe(token);
    return personalDataPath('overview', token, { done: 'unsubscribed' });
  });
  action(PERSONAL_DATA_PATHS.deletion, async (token) => {
    await readers.deleteEverything(token);
    return DELETED_PATH;
  });

  app.onError(handleLinkErrors(options, (reason) => invalidLinkPage(publications.current(), reason)));
  return app;
}
