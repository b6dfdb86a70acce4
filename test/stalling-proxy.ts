import { connect, createServer, type Socket } from 'node:net';

export interface StallingProxy {
  /** The database of the given address, through the proxy. */
  readonly url: string;
  /**
   * Drops every byte of the connections that are open now, both ways and for ever, without closing them: what a router
   * does that forgot them. `which` picks connections by their startup message.
   */
  stall(which?: (startup: string) => boolean): void;
  /** Whether new connections are accepted and never answered. */
  swallowNew(isSwallowing: boolean): void;
  close(): Promise<void>;
}

interface Link {
  isDead: boolean;
  startup: string;
  readonly sockets: readonly Socket[];
}

/** A TCP proxy in front of the PostgreSQL server of `databaseUrl`, on a free port of this machine. */
export async function startStallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host');
  if (folder === null) throw new Error('the test server is reached through a socket in a folder');
  const links = new Set<Link>();
  let isSwallowing = false;

  const server = createServer((client) => {
    const upstream = connect(`${folder}/.s.PGSQL.5432`);
    const link: Link = { isDead: isSwallowing, startup: '', sockets: [client, upstream] };
    links.add(link);
    forward(link, client, upstream, (bytes) => (link.startup ||= bytes.toString('latin1')));
    forward(link, upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${target.pathname}`,
    stall(which = () => true) {
      for (const link of links) if (which(link.startup)) link.isDead = true;
    },
    swallowNew(swallows) {
      isSwallowing = swallows;
    },
    async close() {
      for (const { sockets } of links) for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(link: Link, from: Socket, to: Socket, onData: (bytes: Buffer) => void = () => {}): void {
  from.on('data', (bytes) => {
    onData(bytes);
    if (!link.isDead) to.write(bytes);
  });
  from.on('error', () => {});
  // The end of a dead connection does not arrive either.
  from.on('close', () => !link.isDead && to.destroy());
}
