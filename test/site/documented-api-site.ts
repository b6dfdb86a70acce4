import { afterAll, beforeAll } from 'vitest';
import type { ApiDocument } from '../api-document.ts';
import { adminHeaders } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import type { DatabaseKind } from '../full.ts';

/** A site for all tests of a suite that send requests to every operation of its OpenAPI document. */
export function prepareDocumentedApi(databaseKind: DatabaseKind) {
  let app: TestApp;
  let headers: { authorization: string };
  let document: ApiDocument;
  let networks = 0;
  beforeAll(async () => {
    app = await testApp({ databaseKind, env: { TRUST_PROXY: '1' } });
    headers = await adminHeaders(app);
    await makeArticle(app.database, { slug: 'rain' });
    document = (await (await app.fetch('/api/openapi.json')).json()) as ApiDocument;
  });
  afterAll(() => app.close());

  return {
    get app() {
      return app;
    },
    get headers() {
      return headers;
    },
    get document() {
      return document;
    },
    /** Headers of a request from a network of its own, so that no rate limit applies. */
    fromNewNetwork() {
      networks += 1;
      return { 'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` };
    },
  };
}
