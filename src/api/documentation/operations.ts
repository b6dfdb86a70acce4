import type { ApiDocument, DocumentedOperation } from './api-document.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: string;
}

export interface OperationGroup {
  readonly id: string;
  readonly title: string;
  readonly operations: readonly Operation[];
}

const GROUP_ORDER = ['Reading', 'Comments', 'Newsletter', 'Contact', 'Sessions', 'Accounts'];
const NEWSROOM = '/newsroom/';

/** Groups the operations by tag. Public groups come first, the newsroom last. */
export function groupOperations(document: ApiDocument): OperationGroup[] {
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, documented] of Object.entries(methods)) {
      const operation = {
        method: method.toUpperCase(),
        path: `/api${path}`,
        summary: documented.summary ?? '',
        access: accessOf(path, documented),
      };
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

function accessOf(path: string, { security }: DocumentedOperation): string {
  if (security === undefined) return 'Anyone';
  if (!path.startsWith(NEWSROOM)) return 'Signed-in users, by access token';
  const scope = security.flatMap(({ apiToken = [] }) => apiToken)[0];
  const roles = 'People of the newsroom whose role allows it, by access token';
  return scope === undefined ? roles : `${roles} or API token with ${scope}`;
}

/** `Newsroom: home page` → `newsroom-home-page`. */
function idOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
