import { afterEach } from 'vitest';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { testApp, type TestApp, type TestAppOptions } from '../app.ts';
import type { SmtpTestServer } from '../smtp.ts';

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

  async function open(options: TestAppOptions = {}): Promise<void> {
    app = await testApp(options);
  }

  const sendForm = (input: Readonly<Record<string, string>> = MESSAGE_INPUT, headers = {}) =>
    app.fetch('/contact', {
      method: 'POST',
      body: new URLSearchParams(input).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const stored = () => app.database.db.select().from(contactMessages).orderBy(contactMessages.id);

  return {
    get app() {
      return app;
    },
    get smtp() {
      return smtp;
    },
    set smtp(value) {
      smtp = value;
    },
    open,
    sendForm,
    stored,
  };
}
