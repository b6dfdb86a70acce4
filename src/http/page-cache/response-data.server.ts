/** A response that can be sent through `node:http` or turned into a fetch `Response`. */
export interface ResponseData {
  readonly status: number;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | null;
}

/**
 * Converts to a fetch `Response`. HEAD has the header fields of GET, including Content-Length (RFC 9110 section 9.3.2).
 */
export function toResponse(answer: ResponseData, method: string): Response {
  const headers = new Headers();
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2) {
    headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '');
  }
  const body = method === 'HEAD' || answer.body === null ? null : new Uint8Array(answer.body);
  return new Response(body, { status: answer.status, headers });
}
