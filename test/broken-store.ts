import { createServer, type Socket } from 'node:net';

/**
 * `hang`: accepts and never answers; `reset`: resets the connection; `stall`: answers and stops at the beginning of a
 * body; `cut`: closes the connection in the middle of a large one.
 */
export type StoreBreakage = 'hang' | 'reset' | 'stall' | 'cut';

export interface BrokenStore {
  /** Settings of a site that keeps its pictures there. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on, for every request that arrives. */
  breakAs(breakage: StoreBreakage): void;
  close(): Promise<void>;
}

const part = (length: number, sent: number) =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(sent)}`;

/** A TCP server in the place of an S3-compatible store, on a free port of this machine. */
export async function startBrokenStore(): Promise<BrokenStore> {
  let breakage: StoreBreakage = 'hang';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', () => {
      if (breakage === 'reset') socket.resetAndDestroy();
      if (breakage === 'stall') socket.write(part(50_000, 100));
      if (breakage === 'cut') socket.end(part(1_000_000, 600_000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'pictures',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    breakAs(next) {
      breakage = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
