import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Wire } from '../page-cache/wire.server.ts';
import { dated } from '../page-cache/wire.server.ts';
import { closingHead } from './closing-head.server.ts';
import { createPassedMessage } from './passed-message.ts';
import type { PassedMessage } from './passed-message.ts';
import type { RequestHead } from './request-head.ts';
import { createHeadReader } from './request-head.ts';

/** A client's connection, shared by the fast path and node:http. */
export interface Connection {
  /** No request is being received or answered, and no byte of a response is left to send. */
  isIdle(): boolean;
  /** To be called when node:http has read a request from this connection. */
  requestRead(response: ServerResponse): void;
  /** To be called now and then: closes the connection when its client has been silent for too long. */
  checkTimeout(now: number): void;
  destroy(): void;
}

export interface ConnectionOptions {
  /** The whole response, or null for a request that node:http must answer. */
  readonly find: (head: RequestHead) => Wire | null;
  /** Makes node:http listen to the socket. Called once, for the first request the fast path does not answer. */
  readonly listenWithHttp: (socket: Socket) => void;
  /** Milliseconds a client may take to send its first byte. */
  readonly firstByteTimeout: number;
  /** Milliseconds without a request, or without progress in sending a response, after that. */
  readonly idleTimeout: number;
}

type OnData = (chunk: Buffer) => void;

/**
 * Reads a socket and decides for each chunk who answers it. node:http's parser is attached at the first request it is
 * needed for and stays attached, but it is given only the bytes that it must answer. While such a request is under way
 * it gets every byte; when exactly that request has been received and answered, the fast path looks at the next one.
 */
export function serveConnection(socket: Socket, options: ConnectionOptions): Connection {
  const readRequest = createHeadReader();
  let parseWithHttp: OnData | null = null;
  let passed: PassedMessage | null = null;
  let unanswered = 0;
  let answered = 0;
  let timeout = options.firstByteTimeout;
  let active = false;
  let silentSince = performance.now();

  function onData(chunk: Buffer): void {
    active = true;
    if (passed === null) {
      const request = readRequest(chunk);
      const response = request === null ? null : options.find(request);
      if (request !== null && response !== null) {
        if (request.keepAlive) send(response);
        else sendAndClose(response);
        return;
      }
      passed = createPassedMessage();
      answered = 0;
    }
    passed.add(chunk);
    parseWithHttp ??= attachHttp();
    parseWithHttp(chunk);
    returnToFastPath();
  }

  function send(response: Wire): void {
    if (!socket.write(dated(response))) waitUntilSent();
  }

  /** Reads no further request while the client does not read its responses, and gives it up when it never does. */
  function waitUntilSent(): void {
    socket.pause();
    socket.setTimeout(options.idleTimeout, giveUp);
    socket.once('drain', () => {
      socket.setTimeout(0, giveUp);
      socket.resume();
    });
  }

  function sendAndClose(response: Wire): void {
    socket.off('data', onData);
    socket.cork();
    socket.write(closingHead(response));
    socket.write(response.body);
    socket.destroySoon();
  }

  /** @returns what node:http does with a chunk. It must not see any other: its own listener is taken off the socket. */
  function attachHttp(): OnData {
    socket.off('end', onEnd).off('error', giveUp).off('data', onData);
    options.listenWithHttp(socket);
    const [listener] = socket.listeners('data') as OnData[];
    if (listener === undefined) throw new Error('node:http did not listen to the socket');
    socket.off('data', listener);
    // A listener for data also ends the direct way node:http has from the operating system to its parser.
    socket.on('data', onData);
    return listener;
  }

  function returnToFastPath(): void {
    if (answered === 1 && unanswered === 0 && passed?.isComplete() === true && socket.writable) passed = null;
  }

  // the server lets the other side close first and continues to read
  const onEnd = (): void => void socket.end();
  const giveUp = (): void => void socket.destroy();
  socket.on('data', onData).on('end', onEnd).on('error', giveUp);

  return {
    isIdle: () => unanswered === 0 && (passed === null || answered > 0) && socket.writableLength === 0,
    requestRead(response) {
      unanswered += 1;
      response.once('close', () => {
        unanswered -= 1;
        answered += 1;
        active = true;
        returnToFastPath();
      });
    },
    checkTimeout(now) {
      if (active) {
        active = false;
        silentSince = now;
        timeout = options.idleTimeout;
        return;
      }
      // node:http has time limits of its own for what was passed to it, and a paused socket has one for sending
      if (passed === null && !socket.isPaused() && now - silentSince >= timeout) giveUp();
    },
    destroy: giveUp,
  };
}
