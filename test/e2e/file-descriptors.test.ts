import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { openArticleApi } from './editor-page.ts';

/** More than the limit of file descriptors of the process. */
const IDLE_CLIENTS = 300;

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(undefined, {
    databaseKind: 'embedded',
    commandPrefix: ['sh', '-c', 'ulimit -n 256 && exec "$0" "$@"'],
  });
});
afterAll(() => site.stop());

const isOpen = (socket: Socket): boolean => !socket.destroyed && !socket.readableEnded;

/**
 * Resolves when the client is connected, has received a response if a path is given, or was disconnected by the
 * server.
 */
function openIdle(path?: string): Promise<Socket> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).on('close', () => resolve(socket));
    if (path === undefined) socket.on('connect', () => resolve(socket)).resume();
    else
      socket
        .on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))
        .on('data', () => resolve(socket));
  });
}

test.each([
  ['never sent anything', undefined],
  ['received one response', '/'],
])(
  'more clients than file descriptors, that %s, do not prevent publishing and reading',
  async (kind, path) => {
    const clients = await Promise.all(Array.from({ length: IDLE_CLIENTS }, () => openIdle(path)));
    try {
      // The server keeps as many idle clients as its limit allows and disconnects the others. At once, and not after what follows:
      // it ends every silent connection after some seconds.
      const countOpen = () => clients.filter(isOpen).length;
      await expect.poll(countOpen, { interval: 5 }).toBeLessThan(IDLE_CLIENTS / 2);
      expect(countOpen()).toBeGreaterThan(0);
      // The server may close the connection that `fetch` has kept since the last test just as it is used again.
      await fetch(site.url).catch(() => undefined);
      const editor = await openArticleApi(site);
      for (let count = 0; count < 5; count += 1) {
        const article = await editor.create({
          title: `Rain ${count}, clients that ${kind}`,
          slug: `rain-${count}-${path?.length}`,
        });
        await editor.save(article, { is_draft: false });
        const page = await fetch(`${site.url}/article/${article.slug}`);
        expect(page.status).toBe(200);
        expect(await page.text()).toContain(article.title);
      }
      expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
      expect(site.output()).not.toMatch(/EMFILE|ENFILE|too many open files/i);
    } finally {
      for (const client of clients) client.destroy();
    }
  },
);
