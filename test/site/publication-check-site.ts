import { beforeAll, expect } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { makePhoto } from '../pictures.ts';
import { createSequence } from '../sequence.ts';
import type { DatabaseKind } from '../full.ts';
import { prepareClockedNewsroomSite } from './newsroom-site.ts';

export interface Check {
  readonly state: string | null;
  readonly source: string;
  readonly is_publishable: boolean;
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly field: string | null;
    readonly block: number | null;
    readonly excerpt: string;
  }[];
  readonly omitted: number;
  readonly read_time: string;
  readonly previews: Record<string, Record<string, unknown> & { readonly html: string }>;
  readonly weight: {
    readonly html: number;
    readonly style_sheets: number;
    readonly fonts: number;
    readonly pictures: { readonly phone: number; readonly desktop: number };
    readonly total: { readonly phone: number; readonly desktop: number };
    readonly unmeasured: number;
  };
}

export const EXCERPT = 'Nine days of rain have changed how the farmers of the delta plan their year.';

const codes = ({ findings }: Check) => findings.map(({ code }) => code);

/** A site with an administrator and two pictures for all tests of a suite. */
export function preparePublicationCheckSite(databaseKind: DatabaseKind) {
  const site = prepareClockedNewsroomSite({ databaseKind });
  /** URLs of pictures that are 1600 and 800 pixels wide. */
  const pictures = { wide: '', narrow: '' };
  const nextNumber = createSequence();

  beforeAll(async () => {
    pictures.wide = await upload(1600);
    pictures.narrow = await upload(800);
  });

  const upload = async (width: number): Promise<string> => {
    const response = await site.app.fetch('/api/newsroom/images', {
      method: 'POST',
      headers: await adminHeaders(site.app),
      body: new Uint8Array(await makePhoto({ width, height: width / 2 })),
    });
    expect(response.status).toBe(201);
    return ((await response.json()) as { url: string }).url;
  };
  /** An article in which there is nothing to find. */
  const flawless = () => ({
    title: 'Rain changes the farms of the delta',
    slug: `flawless-${nextNumber()}`,
    excerpt: EXCERPT,
    content: '<h2>Rain</h2><p>It rained for nine days.</p><h3>Fields</h3><p>NATO and rice.</p>',
    category_slug: 'sports',
    image: pictures.wide,
    image_alt: 'A flooded field',
  });
  const check = async (fields: Record<string, unknown>, by = site.newsroom): Promise<Check> => {
    // The limit of checks in a minute is tested below.
    site.now = new Date(site.now.getTime() + 61_000);
    const { status, body } = await by.request<Check>('POST', '/publication-checks', fields);
    expect([status, body]).toMatchObject([200, {}]);
    return body;
  };
  const checkStored = async ({ id }: Pick<ApiArticle, 'id'>, by = site.newsroom): Promise<Check> => {
    site.now = new Date(site.now.getTime() + 61_000);
    const { status, body } = await by.request<Check>('GET', `/articles/${id}/publication-check`);
    expect([status, body]).toMatchObject([200, {}]);
    return body;
  };

  return Object.assign(site, { check, checkStored, codes, flawless, nextNumber, pictures });
}
