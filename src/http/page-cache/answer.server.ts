/** An answer before it takes the shape of either world: node's or fetch's. */
export interface Answer {
  readonly status: number;
  /** Name, value, name, value … */
  readonly fields: readonly string[];
  readonly body: Buffer | null;
}

/** The same for `fetch`. HEAD keeps the header of GET, Content-Length included (RFC 9110 section 9.3.2). */
export function toResponse(answer: Answer, method: string): Response {
  const headers = new Headers();
  for (let at = 0; at + 1 < answer.fields.length; at += 2) {
    headers.append(answer.fields[at] ?? '', answer.fields[at + 1] ?? '');
  }
  const body = method === 'HEAD' || answer.body === null ? null : new Uint8Array(answer.body);
  return new Response(body, { status: answer.status, headers });
}
