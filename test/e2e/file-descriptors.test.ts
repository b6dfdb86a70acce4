import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewsroomSite, startNewsroom } from '../newsroom.ts';
import { otherEditor } from './editor-desk.ts';

/** More than the process may have, files included. */
const IDLE_CLIENTS = 300;

let site: NewsroomSite;
beforeAll(async () => {
  site = await startNewsroom(undefined, { under: ['sh', '-c', 'ulimit -n 256 && exec "$0" "$@"'] });
});
afterAll(() => site.stop());

const isOpen = (socket: Socket): boolean => !socket.destroyed && !socket.readableEnded;

/** Resolves when it is connected, answered if a path is given, or closed by the server. */
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
  ['were answered once', '/'],
])(
  'more clients than file descriptors, that %s, keep nobody from publishing and reading',
  async (kind, path) => {
    const editor = await otherEditor(site);
    const clients = await Promise.all(Array.from({ length: IDLE_CLIENTS }, () => openIdle(path)));
    try {
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
      const open = clients.filter(isOpen).length;
      // idle clients are not all turned away, only those there is no room for
      expect(open).toBeGreaterThan(0);
      expect(open).toBeLessThan(IDLE_CLIENTS / 2);
      expect(site.output()).not.toMatch(/EMFILE|ENFILE|too many open files/i);
    } finally {
      for (const client of clients) client.destroy();
    }
  },
);
