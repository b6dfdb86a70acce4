import { describe, expect, test } from 'vitest';
import { resolveSchema, type Schema } from '../api-document.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { isFull } from '../full.ts';
import { BUDGET_MS, kinds, LENGTH, textOf } from '../hostile-texts.ts';
import { ATTEMPTS, longestTurn } from '../longest-turn.ts';
import { prepareDocumentedApi } from './documented-api-site.ts';

const ID = '0197a5b0-0000-7000-8000-000000000000';
/** Characters of all texts of a body together. */
const BODY_LENGTH = 1_000_000;
/** One kind of text of so many is sent to an operation, the next one to the next; `npm run test:full` sends all. */
const SHARE = 6;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body: Schema | undefined;
  readonly queries: readonly string[];
}

/** A request with a text of one kind. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly kind: string;
  /** Created for each attempt, because all of them together are large. */
  readonly body?: () => unknown;
}

const kindsFor = (index: number) => kinds.filter((_, at) => isFull || at % SHARE === index % SHARE);

describe.each(databaseKindsFor(import.meta.filename))('the API, on the %s database', (databaseKind) => {
  const site = prepareDocumentedApi(databaseKind);

  /** A value of the schema in which every string is `text`, unless only certain strings are valid. */
  function valueOf(given: Schema, text: string): unknown {
    const schema = resolveSchema(site.document, given);
    const [option] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
    if (option !== undefined) return valueOf(option, text);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return schema.enum[0];
    const type = [schema.type].flat().find((one) => one !== 'null');
    if (type === 'array') return [valueOf(schema.items ?? {}, text)];
    if (type === 'integer' || type === 'number') return 1;
    if (type === 'boolean') return false;
    if (type !== 'object') return text;
    const properties = Object.entries(schema.properties ?? {});
    return Object.fromEntries(properties.map(([name, property]) => [name, valueOf(property, text)]));
  }

  const operations = (): Operation[] =>
    Object.entries(site.document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { requestBody, parameters = [] }]) => ({
        method: method.toUpperCase(),
        path: `/api${template.replace('{id}', ID).replace('{slug}', 'rain').replace('{revision}', '1')}`,
        body: requestBody?.content['application/json']?.schema,
        queries: parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
      })),
    );

  /** The requests that take too long or are answered with a server error. */
  async function findWrong(requests: readonly Sent[]): Promise<unknown[]> {
    const wrong: unknown[] = [];
    for (const sent of requests) {
      let status = 0;
      let turn = Infinity;
      for (let attempt = 0; attempt < ATTEMPTS && turn >= BUDGET_MS; attempt += 1) {
        const { method, body } = sent;
        const type = body !== undefined && { 'content-type': 'application/json' };
        const headers = { ...site.headers, ...type, ...site.fromNewNetwork() };
        const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body()) }) };
        const request = new Request(new URL(sent.path, PUBLIC_URL), init);
        const work = async () => {
          const response = await site.app.fetch(request);
          await response.arrayBuffer();
          ({ status } = response);
        };
        turn = Math.min(turn, await longestTurn(work));
      }
      const { method, path, kind } = sent;
      if (turn >= BUDGET_MS || status >= 500)
        wrong.push({ method, path: path.slice(0, 200), kind, status, turn });
    }
    return wrong;
  }

  test('answers other requests while it reads a long text in every field', async () => {
    const withBody = operations().filter(({ body }) => body !== undefined);
    expect(withBody.length).toBeGreaterThan(50);
    const requests = withBody.flatMap(({ method, path, body = {} }, index) => {
      const fields = JSON.stringify(valueOf(body, 'MARK')).split('"MARK"').length - 1;
      if (fields === 0) return [];
      const length = Math.min(LENGTH, Math.floor(BODY_LENGTH / fields));
      return kindsFor(index).map((kind): Sent => {
        const create = () => valueOf(body, textOf(kind, length));
        return { method, path, kind, body: create };
      });
    });
    expect(requests.length).toBeGreaterThan(200);
    expect(await findWrong(requests)).toEqual([]);
  });

  test('and in every parameter of a query', async () => {
    const requests = operations().flatMap(({ method, path, queries }, index) =>
      queries.flatMap((name, at) =>
        kindsFor(index + at).map((kind): Sent => {
          const value = encodeURIComponent(textOf(kind, 2_000));
          return { method, path: `${path}?${name}=${value}`, kind };
        }),
      ),
    );
    expect(requests.length).toBeGreaterThan(100);
    expect(await findWrong(requests)).toEqual([]);
  });
});
