import { createServer, type Socket } from 'node:net';

/** `hang`: accepts connections and never responds; `reset`: resets the connection. */
type StoreFailure = 'hang' | 'reset';

export interface FailingStore {
  /** Settings of a site that stores its pictures there. */
  readonly env: Readonly<Record<string, string>>;
  /** Applies to every request that arrives from now on. */
  failWith(failure: StoreFailure): void;
  close(): Promise<void>;
}

/** A TCP server that stands in for an S3-compatible store, on a free local port. */
export async function startFailingStore(): Promise<FailingStore> {
  let failure: StoreFailure = 'hang';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', () => {
      if (failure === 'reset') socket.resetAndDestroy();
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
    failWith(next) {
      failure = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
