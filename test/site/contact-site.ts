import { afterEach } from 'vitest';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { testApp, type TestApp, type TestAppOptions } from '../app.ts';
import { type Behaviour, type SmtpTestServer, startSmtp } from '../smtp.ts';

export const MESSAGE_INPUT = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A correction',
  message: 'The engine has 25,000 parts.\n\nNot fewer.',
};

/** An app to which visitors send messages. The tests open it. */
export function prepareContactSite() {
  let app: TestApp;
  let smtp: SmtpTestServer | undefined;
  afterEach(async () => {
    await app.close();
    await smtp?.close();
    smtp = undefined;
  });

  /** @param behaviours of the mail server; without them there is none */
  async function open(
    { env, ...options }: TestAppOptions = {},
    behaviours?: readonly Behaviour[],
  ): Promise<void> {
    smtp = behaviours && (await startSmtp());
    smtp?.setBehaviours([...(behaviours ?? [])]);
    app = await testApp({ ...options, env: { ...env, ...(smtp && { SMTP_URL: smtp.url }) } });
  }
  const sendJson = (path: string, headers: object, method: string, body?: unknown) =>
    app.fetch(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return {
    get app() {
      return app;
    },
    open,
    /** All emails that the mail server has received. */
    received: async () => smtp?.received() ?? [],
    sendForm: (input: Readonly<Record<string, string>> = MESSAGE_INPUT, headers = {}) =>
      app.fetch('/contact', {
        method: 'POST',
        body: new URLSearchParams(input).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    sendJson: (input: Readonly<Record<string, unknown>> = MESSAGE_INPUT, headers = {}) =>
      sendJson('/api/contact', headers, 'POST', input),
    /** A request to the inbox in the newsroom. */
    request: (path: string, headers: Record<string, string>, method = 'GET', body?: unknown) =>
      sendJson(`/api/newsroom/messages${path}`, headers, method, body),
    stored: () => app.database.db.select().from(contactMessages).orderBy(contactMessages.id),
  };
}
