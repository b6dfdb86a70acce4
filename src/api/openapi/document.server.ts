import type { OpenAPIHono } from '@hono/zod-openapi';
import { ERRORS } from '#http/errors.server.ts';

type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type PathItem = NonNullable<OpenApiDocument['paths']>[string];

/** The top-level fields of `/api/openapi.json`. Each route adds its own description. */
export const openApiHeader = (siteName: string) => ({
  openapi: '3.1.0',
  info: {
    title: `${siteName} API`,
    version: '1',
    description:
      'Anyone can read published articles, sections and comments. Routes under /newsroom require the access ' +
      'token of an account with a role: `Authorization: Bearer …`. Errors are problem details (RFC 9457) with a stable `code`.',
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
      responses: { [ERRORS.invalid.status]: INVALID, ...operation.responses },
    },
  ]);
  return Object.fromEntries(operations);
}

/** `put`, `/newsroom/articles/{id}` → `putNewsroomArticlesById` */
function operationId(method: string, path: string): string {
  const words = path.replaceAll(/\{(\w+)\}/g, 'by-$1').split(/[^a-zA-Z0-9]+/);
  return [method, ...words.filter(Boolean).map(capitalize)].join('');
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
