import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Wire } from '../page-cache/wire.server.ts';
import { dated, KEEP_ALIVE_SECONDS } from '../page-cache/wire.server.ts';
import type { RequestHead } from './request-head.ts';
import { readRequestHead } from './request-head.ts';

/**
 * Puts itself between the sockets of a server and its HTTP parser. A plain request for something that lies ready is
 * answered with one write; at the first that is not, the connection goes to node:http for good, that request first.
 * What makes Node slower than nginx are the objects it makes of each request; this makes none.
 * @param find the whole answer, or null for what must go the long way
 */
export function installFastPath(server: Server, find: (head: RequestHead) => Wire | null): void {
  const takeOver = server.listeners('connection');
  const sockets = new Set<Socket>();
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    handle(socket, find, (handedOver) => {
      sockets.delete(socket);
      if (handedOver) for (const listener of takeOver) Reflect.apply(listener, server, [socket]);
    });
  });
  closeWith(server, sockets);
}

function handle(
  socket: Socket,
  find: (head: RequestHead) => Wire | null,
  leave: (handedOver: boolean) => void,
): void {
  function onData(chunk: Buffer): void {
    const head = readRequestHead(chunk.toString('latin1'));
    const wire = head === null ? null : find(head);
    if (wire === null) handOver(chunk);
    else if (!socket.write(dated(wire))) socket.pause();
  }

  function handOver(chunk: Buffer): void {
    for (const [event, listener] of listeners) socket.off(event, listener);
    socket.setTimeout(0);
    leave(true);
    socket.unshift(chunk);
  }

  const listeners = [
    ['data', onData],
    ['drain', () => socket.resume()],
    // the server lets the other side close first and go on reading
    ['end', () => socket.end()],
    ['timeout', () => socket.destroy()],
    ['error', () => socket.destroy()],
    ['close', () => leave(false)],
  ] as const;
  for (const [event, listener] of listeners) socket.on(event, listener);
  socket.setTimeout(KEEP_ALIVE_SECONDS * 1000);
}

/** The server counts only the connections its parser has seen; ours are closed with those. */
function closeWith(server: Server, sockets: ReadonlySet<Socket>): void {
  const { closeIdleConnections, closeAllConnections } = server;
  server.closeIdleConnections = () => {
    closeIdleConnections.call(server);
    // a request is answered the moment it is read, so a connection is busy only while its answer is on the way out
    for (const socket of sockets) if (socket.writableLength === 0) socket.destroy();
  };
  server.closeAllConnections = () => {
    closeAllConnections.call(server);
    for (const socket of sockets) socket.destroy();
  };
}
