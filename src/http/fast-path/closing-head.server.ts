import type { RawResponse } from '../page-cache/raw-response.server.ts';
import { withCurrentDate } from '../page-cache/raw-response.server.ts';

const DATE_LENGTH = 'Thu, 01 Jan 1970 00:00:00 GMT\r\n'.length;
const CLOSE = Buffer.from('Connection: close\r\n\r\n', 'latin1');

/** The head of a response that closes the connection (`Connection: close`), as node:http writes it. */
export function closingHead(response: RawResponse): Buffer {
  return Buffer.concat([withCurrentDate(response).subarray(0, response.dateOffset + DATE_LENGTH), CLOSE]);
}
