import type { OpenAPIHono } from '@hono/zod-openapi';
import { findTokenScope } from '#domain/accounts/api-tokens/token-scopes.ts';
import { ERRORS } from '#http/errors.server.ts';
import { findTokenAction } from '../areas.ts';

type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
interface Operation {
  readonly security?: Record<string, string[]>[];
}
type PathItem = NonNullable<OpenApiDocument['paths']>[string];

/** How requests are authenticated. The scopes of API tokens are those of `token-scopes.ts`. */
export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a session.' },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API token, created by its owner on the account screen. It needs the scope that the operation names, and the role of its ' +
      'owner must allow the operation as well. At most 600 requests a minute.',
  },
} as const;

/** The top-level fields of `/api/openapi.json`. Each route adds its own description. */
export const openApiHeader = (siteName: string) => ({
  openapi: '3.1.0',
  info: {
    title: `${siteName} API`,
    version: '1',
    description:
      'Anyone can read published articles, sections and comments. Routes under /newsroom require the access ' +
      'token of an account with a role, or an API token with the scope of the operation: `Authorization: Bearer …`. Errors are problem details (RFC 9457) with a stable `code`.',
    // Of the API. What a publication writes is its own.
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/api' }],
  // Anyone, unless the operation says otherwise.
  security: [],
});

const INVALID = {
  description: ERRORS.invalid.message,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** What is the same for all operations: a name for generated clients, and the response to a malformed query string. */
export function completeOperations(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [path, completeItem(path, item)]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function completeItem(path: string, item: PathItem): PathItem {
  const operations = Object.entries(item).map(([method, operation]) => [
    method,
    {
      operationId: operationId(method, path),
      ...operation,
      ...withTokenScope(method, path, operation),
      responses: { [ERRORS.invalid.status]: INVALID, ...operation.responses },
    },
  ]);
  return Object.fromEntries(operations);
}

/** An operation that needs a session also accepts an API token with the scope, unless none may be used. */
function withTokenScope(
  method: string,
  path: string,
  { security }: Operation,
): { security: Record<string, string[]>[] } | undefined {
  if (security === undefined) return undefined;
  const action = findTokenAction(path);
  const scope = action === null ? null : findTokenScope(action, method === 'get');
  return scope === null ? undefined : { security: [...security, { apiToken: [scope] }] };
}

/** `put`, `/newsroom/articles/{id}` → `putNewsroomArticlesById` */
function operationId(method: string, path: string): string {
  const words = path.replaceAll(/\{(\w+)\}/g, 'by-$1').split(/[^a-zA-Z0-9]+/);
  return [method, ...words.filter(Boolean).map(capitalize)].join('');
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
