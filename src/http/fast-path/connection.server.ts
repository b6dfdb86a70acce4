import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closingHead, type RawResponse, withCurrentDate } from '../page-cache/raw-response.server.ts';
import { trackForwardedRequest, type ForwardedRequest } from './forwarded-request.ts';
import { readIntoBuffer } from './read-buffer.server.ts';
import { type PlainRequest, createHeadReader } from './request-head.ts';

/** A client's connection, which the fast path and node:http share. */
export interface Connection {
  /** True when no request is being received or answered and all responses are sent. */
  isIdle(): boolean;
  /** Must be called when node:http has parsed a request from this connection. */
  onRequest(response: ServerResponse): void;
  /** Must be called regularly: closes the connection when its client has been idle for too long. */
  checkTimeout(now: number): void;
  destroy(): void;
}

export interface ConnectionOptions {
  /** The complete response, or null for a request that node:http must answer. */
  readonly find: (request: PlainRequest) => RawResponse | null;
  /** Attaches node:http to the socket. Called once, for the first request that the fast path does not answer. */
  readonly listenWithHttp: (socket: Socket) => void;
  /** Milliseconds a client may take to send its first byte. */
  readonly firstByteTimeout: number;
  /** Milliseconds without a request, or without progress in sending a response, after the first byte. */
  readonly idleTimeout: number;
}

type OnData = (chunk: Buffer) => void;

/** node:http fails if it gets bytes of a socket that it has paused, because responses wait to be sent. */
const isPausedByHttp = (socket: Socket & { readonly _paused?: boolean }): boolean => socket._paused === true;

/**
 * Bytes that node:http parses at once on a connection whose requests only it can tell apart: at most twenty requests. It gets the next
 * ones when at most one, which may wait for its body, is unanswered.
 */
const AMBIGUOUS_SLICE_BYTES = 512;

/** Bytes. Only a client that sends more although nothing is read can exceed it. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * Reads a socket and decides for each request whether the fast path or node:http answers it. node:http's parser is
 * attached for the first request that needs it and stays attached, but it gets only the bytes of such requests, and the
 * next one after it has answered the last. What a client sends before it has taken the responses is not parsed.
 */
export function serveConnection(socket: Socket, options: ConnectionOptions): Connection {
  const readRequest = createHeadReader();
  let parseWithHttp: OnData | null = null;
  let forwarded: ForwardedRequest | null = null;
  /** Read, and not parsed yet. */
  let waiting: Buffer | null = null;
  /** Whether this module has paused the socket, because of `waiting`. */
  let isReadingPaused = false;
  let unanswered = 0;
  let answered = 0;
  let timeout = options.firstByteTimeout;
  let isActive = false;
  let isClosing = false;
  let idleSince = performance.now();

  function onData(chunk: Buffer): void {
    if (isClosing) return;
    isActive = true;
    if (waiting !== null) wait(Buffer.concat([waiting, chunk]));
    else if (forwarded !== null) handle(chunk);
    else if (!answer(chunk)) handle(chunk, chunk.length);
  }

  /** Whether the bytes are a request that the fast path has answered. */
  function answer(bytes: Buffer): boolean {
    const request = readRequest(bytes);
    const response = request === null ? null : options.find(request);
    if (request === null || response === null) return false;
    if (request.keepAlive) send(response);
    else sendAndClose(response);
    return true;
  }

  /**
   * Handles one request after the other, as far as the previous ones are answered and their responses sent.
   *
   * @param tried the length of a request that the fast path has no response for
   */
  function handle(chunk: Buffer, tried = 0): void {
    for (let at = 0; at < chunk.length;) {
      const rest = chunk.subarray(at);
      if (isClosing) return;
      if (mustWait()) return wait(rest);
      at += handleNext(rest, tried);
    }
  }

  const mustWait = (): boolean => {
    if (forwarded === null) return socket.writableNeedDrain;
    if (!forwarded.isAmbiguous()) return forwarded.isComplete();
    return unanswered > 1 || socket.writableNeedDrain || isPausedByHttp(socket);
  };

  /** @returns the number of bytes that were handled */
  function handleNext(bytes: Buffer, tried: number): number {
    let next = forwarded;
    if (next === null) {
      next = trackForwardedRequest();
      const length = next.add(bytes);
      if (next.isComplete() && length !== tried && answer(bytes.subarray(0, length))) return length;
      forwarded = next;
      answered = 0;
      return forward(next, bytes, length);
    }
    return forward(next, bytes, next.isAmbiguous() ? bytes.length : next.add(bytes));
  }

  function forward(request: ForwardedRequest, bytes: Buffer, length: number): number {
    const size = request.isAmbiguous() ? Math.min(length, AMBIGUOUS_SLICE_BYTES) : length;
    parseWithHttp ??= attachHttp();
    // A copy, because the memory of a read is used for the next read of any connection.
    parseWithHttp(Buffer.from(bytes.subarray(0, size)));
    returnToFastPath();
    return size;
  }

  /** Stores bytes until the requests before them are answered, and reads no further ones. */
  function wait(bytes: Buffer): void {
    if (bytes.length > MAX_WAITING_BYTES) {
      destroy();
      return;
    }
    // A copy, as above.
    waiting = Buffer.from(bytes);
    isReadingPaused = true;
    socket.pause();
  }

  /** Continues with the bytes that wait, if they need not wait any longer. */
  function proceed(): void {
    if (!isReadingPaused || mustWait()) return;
    const bytes = waiting;
    waiting = null;
    if (bytes !== null) handle(bytes);
    // Now set again if there are more requests than may be handled.
    if ((waiting as Buffer | null) !== null || socket.writableNeedDrain) return;
    isReadingPaused = false;
    socket.resume();
  }

  function send(response: RawResponse): void {
    if (!socket.write(withCurrentDate(response))) waitUntilSent();
  }

  /** Reads no further request until the client has read its responses; closes the connection after the idle timeout. */
  function waitUntilSent(): void {
    socket.pause();
    socket.setTimeout(options.idleTimeout, destroy);
    socket.once('drain', () => {
      socket.setTimeout(0, destroy);
      if (waiting === null) socket.resume();
      else proceed();
    });
  }

  function sendAndClose(response: RawResponse): void {
    isClosing = true;
    socket.cork();
    socket.write(closingHead(response));
    socket.write(response.body);
    socket.destroySoon();
  }

  /**
   * @returns node:http's data listener. It is removed from the socket, so that node:http gets only the chunks passed to
   * it.
   */
  function attachHttp(): OnData {
    socket.off('end', onEnd).off('error', destroy).off('data', onData);
    options.listenWithHttp(socket);
    const [listener] = socket.listeners('data') as OnData[];
    if (listener === undefined) throw new Error('node:http did not listen to the socket');
    socket.off('data', listener);
    // A data listener also disables node:http's direct path from the socket handle to its parser (consume).
    socket.on('data', onData);
    // After the listener of node:http, which then accepts bytes again.
    socket.on('drain', proceed);
    return listener;
  }

  function returnToFastPath(): void {
    if (answered === 1 && unanswered === 0 && forwarded?.isComplete() === true && socket.writable)
      forwarded = null;
  }

  // The server allows half-open connections, so the socket must be ended explicitly.
  const onEnd = (): void => void socket.end();
  const destroy = (): void => void socket.destroy();
  socket.on('end', onEnd).on('error', destroy);
  readIntoBuffer(socket, onData);

  return {
    isIdle: () =>
      unanswered === 0 &&
      waiting === null &&
      (forwarded === null || answered > 0) &&
      socket.writableLength === 0,
    onRequest(response) {
      unanswered += 1;
      response.once('close', () => {
        unanswered -= 1;
        answered += 1;
        isActive = true;
        returnToFastPath();
        proceed();
      });
    },
    checkTimeout(now) {
      if (isActive) {
        isActive = false;
        idleSince = now;
        timeout = options.idleTimeout;
        return;
      }
      // node:http applies its own timeouts to requests it answers, and a paused socket has a timeout for sending.
      if (forwarded === null && !socket.isPaused() && now - idleSince >= timeout) destroy();
    },
    destroy,
  };
}
