import type { Wire } from '../page-cache/wire.server.ts';
import { dated } from '../page-cache/wire.server.ts';

const LENGTH_OF_DATE = 'Thu, 01 Jan 1970 00:00:00 GMT\r\n'.length;
const CLOSE = Buffer.from('Connection: close\r\n\r\n', 'latin1');

/** The head of a response after which the connection is closed, as node:http writes it. */
export function closingHead(response: Wire): Buffer {
  return Buffer.concat([dated(response).subarray(0, response.dateAt + LENGTH_OF_DATE), CLOSE]);
}
