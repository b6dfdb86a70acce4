import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Connection, type ConnectionOptions, serveConnection } from './connection.server.ts';

export interface FastPathOptions extends Pick<
  ConnectionOptions,
  'find' | 'firstByteTimeout' | 'idleTimeout'
> {
  /** Maximum of open connections. A further one replaces the oldest idle one, or is closed when none is idle. */
  readonly maxConnections: number;
}

/** Timeout checks per shorter timeout. One timer for all connections costs less than one per connection. */
const SWEEPS_PER_TIMEOUT = 3;

/**
 * Answers cacheable GET requests directly from the socket: one read, one write, and no request or response object
 * (their cost makes Node slower than nginx). Every request that it does not fully understand or that is not cached is
 * passed to node:http unchanged, and the connection returns to the fast path afterwards. See docs/decisions/0022.
 */
export function installFastPath(server: Server, { maxConnections, ...options }: FastPathOptions): void {
  const httpListeners = server.listeners('connection');
  const connections = new Map<Socket, Connection>();
  const listenWithHttp = (socket: Socket): void => {
    for (const listener of httpListeners) Reflect.apply(listener, server, [socket]);
  };

  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (connections.size >= maxConnections && !closeOldestIdle(connections)) {
      socket.destroy();
      return;
    }
    connections.set(socket, serveConnection(socket, { ...options, listenWithHttp }));
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    connections.get(socket)?.onRequest(response);
  });
  // node:http would answer it without a `request` event.
  server.on('checkExpectation', ({ socket }: IncomingMessage, response: ServerResponse) => {
    connections.get(socket)?.onRequest(response);
    response.writeHead(417, { 'content-length': 0 }).end();
  });

  const sweep = setInterval(
    () => {
      const now = performance.now();
      for (const connection of connections.values()) connection.checkTimeout(now);
    },
    Math.min(options.firstByteTimeout, options.idleTimeout) / SWEEPS_PER_TIMEOUT,
  ).unref();
  server.once('close', () => clearInterval(sweep));

  // node:http knows only connections with a parser, and considers one idle while the fast path sends a response on it.
  server.closeIdleConnections = () => {
    for (const connection of connections.values()) if (connection.isIdle()) connection.destroy();
  };
  server.closeAllConnections = () => {
    for (const connection of connections.values()) connection.destroy();
  };
}

/** The map is in the order in which the connections were opened. */
function closeOldestIdle(connections: Map<Socket, Connection>): boolean {
  for (const [socket, connection] of connections) {
    if (!connection.isIdle()) continue;
    // Deleted here, because the close event comes later and other connections may be accepted before it.
    connections.delete(socket);
    connection.destroy();
    return true;
  }
  return false;
}
