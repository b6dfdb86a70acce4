import { once } from 'node:events';
import { makeAccount, signIn } from '../accounts.ts';
import { type TestApp, testApp, type TestAppOptions } from '../app.ts';
import type { NewsroomServer } from '../newsroom.ts';
import { freePort } from '../server.ts';

export interface InProcessSite extends Pick<NewsroomServer, 'url' | 'editor' | 'signIn'> {
  readonly app: TestApp;
  close(): Promise<void>;
}

interface InProcessSiteOptions extends TestAppOptions {
  /** Of the public URL. Default: `127.0.0.1`. */
  readonly hostname?: string;
}

/**
 * A site with an editor, in the process of the test and listening on a free port. Unlike the built server, it can send
 * requests to loopback addresses and can have a clock of the test.
 */
export async function startInProcessSite({
  hostname = '127.0.0.1',
  ...options
}: InProcessSiteOptions = {}): Promise<InProcessSite> {
  const port = await freePort();
  const url = `http://${hostname}:${port}`;
  const app = await testApp({ ...options, env: { PUBLIC_URL: url, ...options.env } });
  app.server.listen(port, '127.0.0.1');
  await once(app.server, 'listening');
  return {
    app,
    url,
    editor: await makeAccount(app, { role: 'admin' }),
    signIn: async (account) => ({ ...(await signIn(app, account)) }),
    async close() {
      app.server.close();
      await app.close();
    },
  };
}
