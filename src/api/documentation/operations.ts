import type { ApiDocument, DocumentedOperation, Schema } from './api-document.ts';
import { exampleOf } from './schema-text.ts';

export interface Operation extends DocumentedOperation {
  /** The fragment identifier on the page. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly access: string;
  readonly body: { readonly type: string; readonly schema: Schema } | null;
  readonly example: string;
}

export interface OperationGroup {
  readonly id: string;
  readonly title: string;
  readonly operations: readonly Operation[];
}

const GROUP_ORDER = ['Reading', 'Comments', 'Newsletter', 'Contact', 'Sessions', 'Accounts'];
const NEWSROOM = '/newsroom/';

/** Groups the operations by tag. Public groups come first, the newsroom last. */
export function groupOperations(document: ApiDocument, url: string): OperationGroup[] {
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, documented] of Object.entries(methods)) {
      const operation = operationOf(document, url, { path, method, documented });
      const title = groupOf(path, documented);
      groups.set(title, [...(groups.get(title) ?? []), operation]);
    }
  }
  return [...groups]
    .map(([title, operations]) => ({ id: idOf(title), title, operations }))
    .toSorted((one, other) => rank(one.title) - rank(other.title) || (one.title < other.title ? -1 : 1));
}

function groupOf(path: string, { tags }: DocumentedOperation): string {
  if (!path.startsWith(NEWSROOM)) return tags?.[0] ?? 'Other';
  const noun = path.slice(NEWSROOM.length).split('/')[0] ?? '';
  return `Newsroom: ${noun.replaceAll('-', ' ')}`;
}

function rank(title: string): number {
  const index = GROUP_ORDER.indexOf(title);
  return index === -1 ? GROUP_ORDER.length + Number(title.startsWith('Newsroom')) : index;
}

interface OperationSource {
  readonly path: string;
  readonly method: string;
  readonly documented: DocumentedOperation;
}

function operationOf(
  { components }: ApiDocument,
  url: string,
  { path, method, documented }: OperationSource,
): Operation {
  const [content] = Object.entries(documented.requestBody?.content ?? {});
  const body = content === undefined ? null : { type: content[0], schema: content[1].schema };
  return {
    ...documented,
    id: idOf(`${method} ${path}`),
    method: method.toUpperCase(),
    path: `/api${path}`,
    access: accessOf(path, documented),
    body,
    example: curl([
      `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${url}/api${path}`,
      documented.security !== undefined && `-H 'Authorization: Bearer ACCESS_TOKEN'`,
      documented.parameters?.some(({ name }) => name === 'if-match') && `-H 'If-Match: "7"'`,
      body !== null && `-H 'Content-Type: ${body.type}'`,
      body !== null && dataOf(body, components.schemas),
    ]),
  };
}

function accessOf(path: string, { security }: DocumentedOperation): string {
  if (security === undefined) return 'Anyone';
  if (!path.startsWith(NEWSROOM)) return 'Signed-in users, by access token';
  const scope = security.flatMap(({ apiToken = [] }) => apiToken)[0];
  const roles = 'People of the newsroom whose role allows it, by access token';
  return scope === undefined ? roles : `${roles} or API token with ${scope}`;
}

function dataOf(
  body: { readonly type: string; readonly schema: Schema },
  objects: Readonly<Record<string, Schema>>,
) {
  if (body.type !== 'application/json') return '--data-binary @FILE';
  return `-d '${JSON.stringify(exampleOf(body.schema, objects), null, 2)}'`;
}

const curl = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(' \\\n  ');

/** `get /articles/{slug}` → `get-articles-slug`. */
export function idOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
