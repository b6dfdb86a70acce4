import { connect, createServer, type Socket } from 'node:net';

export interface StallingProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /**
   * Drops every byte of the open connections in both directions without closing them, like a router that lost their
   * state. `which` selects connections by their startup message.
   */
  stall(which?: (startup: string) => boolean): void;
  /** Whether new connections are accepted and never forwarded. `which` selects them by their startup message. */
  stallNewConnections(isStalling: boolean, which?: (startup: string) => boolean): void;
  close(): Promise<void>;
}

interface ProxiedConnection {
  isStalled: boolean;
  startup: string;
  readonly sockets: readonly Socket[];
}

const none = () => false;

/** A TCP proxy in front of the PostgreSQL server of `databaseUrl`, on a free local port. */
export async function startStallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host');
  if (folder === null) throw new Error('the test server must listen on a Unix socket');
  const connections = new Set<ProxiedConnection>();
  let stallsNew: (startup: string) => boolean = none;

  const server = createServer((client) => {
    const upstream = connect(`${folder}/.s.PGSQL.5432`);
    const connection: ProxiedConnection = {
      isStalled: false,
      startup: '',
      sockets: [client, upstream],
    };
    connections.add(connection);
    forward(connection, client, upstream, (bytes) => {
      if (connection.startup !== '') return;
      connection.startup = bytes.toString('latin1');
      connection.isStalled = stallsNew(connection.startup);
    });
    forward(connection, upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `postgresql://postgres@127.0.0.1:${port}${target.pathname}`,
    stall(which = () => true) {
      for (const connection of connections) if (which(connection.startup)) connection.isStalled = true;
    },
    stallNewConnections(isStalling, which = () => true) {
      stallsNew = isStalling ? which : none;
    },
    async close() {
      for (const { sockets } of connections) for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(
  connection: ProxiedConnection,
  from: Socket,
  to: Socket,
  onData: (bytes: Buffer) => void = () => {},
): void {
  from.on('data', (bytes) => {
    onData(bytes);
    if (!connection.isStalled) to.write(bytes);
  });
  from.on('error', () => {});
  // The end of a stalled connection is not forwarded either.
  from.on('close', () => !connection.isStalled && to.destroy());
}
