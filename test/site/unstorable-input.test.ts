import { describe, expect, test } from 'vitest';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { comments } from '#domain/comments/tables.server.ts';
import { newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import { type DocumentedOperation, resolveSchema } from '../api-document.ts';
import { DATABASE_KINDS } from '../app.ts';
import { prepareDocumentedApi } from './documented-api-site.ts';

/** Texts that PostgreSQL cannot store, as JSON escapes. */
const UNSTORABLE = { NUL: 'a\\u0000b', 'half a surrogate pair': 'a\\ud83d' };
const ID = '0197a5b0-0000-7000-8000-000000000000';

describe.each(DATABASE_KINDS)('a text that cannot be stored, on the %s database', (databaseKind) => {
  const site = prepareDocumentedApi(databaseKind);

  const operations = () =>
    Object.entries(site.document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: `/api${template.replace('{id}', ID).replace('{slug}', 'rain').replace('{revision}', '1')}`,
        operation,
      })),
    );
  const fieldsOf = ({ requestBody }: DocumentedOperation) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema === undefined ? [] : Object.keys(resolveSchema(site.document, schema).properties ?? {});
  };
  const request = async (method: string, path: string, body?: string) => {
    const response = await site.app.fetch(path, {
      method,
      headers: {
        ...site.headers,
        ...site.fromNewNetwork(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const problem = (await response.json()) as { code: string; fields: Record<string, string> };
    return { status: response.status, code: problem.code, fields: Object.keys(problem.fields ?? {}) };
  };

  test.each(Object.entries(UNSTORABLE))('is rejected in every field of every body: %s', async (_, text) => {
    let asked = 0;
    for (const { method, path, operation } of operations()) {
      for (const field of fieldsOf(operation)) {
        for (const [value, named] of [
          [`"${text}"`, field],
          [`["a","${text}"]`, `${field}.1`],
          [`{"x":{"y":"${text}"}}`, `${field}.x.y`],
        ]) {
          const answer = await request(method, path, `{"${field}":${value}}`);
          expect({ method, path, ...answer }).toEqual({
            method,
            path,
            status: 422,
            code: 'unprocessable',
            fields: [named],
          });
          asked += 1;
        }
      }
    }
    expect(asked).toBeGreaterThan(100);
  });

  test('is rejected in every query parameter', async () => {
    let asked = 0;
    for (const { method, path, operation } of operations()) {
      for (const { name, in: place } of operation.parameters ?? []) {
        if (place !== 'query') continue;
        const answer = await request(method, `${path}?${name}=a%00b`);
        expect({ path, ...answer }).toEqual({ path, status: 400, code: 'invalid', fields: [name] });
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(10);
  });

  test('is rejected in every path parameter', async () => {
    for (const [template, methods] of Object.entries(site.document.paths)) {
      if (!template.includes('{')) continue;
      for (const method of Object.keys(methods)) {
        for (const odd of ['%00', 'a%00b', '%ED%A0%80', '%ff']) {
          const path = `/api${template.replace(/\{\w+\}/g, odd)}`;
          const response = await site.app.fetch(path, {
            method: method.toUpperCase(),
            headers: { ...site.headers, ...site.fromNewNetwork(), 'content-type': 'application/json' },
            ...(['post', 'put', 'patch'].includes(method) && { body: '{}' }),
          });
          expect([400, path]).toEqual([response.status, path]);
        }
      }
    }
  });

  test('is rejected in every field of every form, and nothing is stored', async () => {
    const forms: readonly (readonly [path: string, fields: Record<string, string>])[] = [
      ['/article/rain/comments', { user_email: 'a@b.example', comment_text: 'Rain.', website: '' }],
      ['/contact', { name: 'Ada', email: 'a@b.example', subject: 'Rain', message: 'It rains.', website: '' }],
      ['/newsletter', { email: 'a@b.example', website: '' }],
      ['/your-data', { email: 'a@b.example' }],
      ['/your-data/held/withdrawal?token=x', { comment: ID }],
    ];
    for (const [path, fields] of forms) {
      for (const field of Object.keys(fields)) {
        const body = new URLSearchParams({ ...fields, [field]: `${fields[field]}\0` });
        const response = await site.app.fetch(path, { method: 'POST', body, headers: site.fromNewNetwork() });
        expect([path, field, response.status]).toEqual([path, field, 422]);
      }
    }
    for (const table of [comments, contactMessages, newsletterSubscribers])
      expect(await site.app.database.db.$count(table)).toBe(0);
  });
});
