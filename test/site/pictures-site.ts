import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect } from 'vitest';
import { socialPictures } from '#domain/articles/derived-pictures/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { PUBLIC_URL } from '../app.ts';
import type { DatabaseKind } from '../full.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { repeatWhileUnavailable, uploadPicture } from '../picture-requests.ts';
import { makePhoto } from '../pictures.ts';
import { createSequence } from '../sequence.ts';
import { prepareClockedNewsroomSite } from './newsroom-site.ts';

/** A site that renders pictures of articles, for all tests of a suite. Every test starts at the present time. */
export function preparePicturesSite(databaseKind: DatabaseKind) {
  const site = prepareClockedNewsroomSite({ databaseKind });
  const headers: Record<string, string> = {};
  const nextNumber = createSequence();
  beforeAll(async () => void Object.assign(headers, await adminHeaders(site.app)));
  beforeEach(() => {
    site.now = new Date();
  });

  /** Runs the jobs a few seconds later: pictures are rendered after the pages. */
  async function runJobs(): Promise<void> {
    site.now = new Date(site.now.getTime() + 2_500);
    await site.app.jobs.runDue();
  }
  const publish = (fields: Readonly<Record<string, unknown>> = {}) =>
    site.newsroom.create({ slug: `article-${nextNumber()}`, is_draft: false, ...fields });
  /** Publishes an article and waits for the job of its pictures. */
  async function publishWithPicture(
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<[ApiArticle, string]> {
    const article = await publish(fields);
    await runJobs();
    return [article, await urlOf(article)];
  }
  async function save(article: ApiArticle, change: Readonly<Record<string, unknown>>): Promise<ApiArticle> {
    const { status, body } = await site.newsroom.save(article, change);
    expect(status).toBe(200);
    return body;
  }
  /** What the page of an article tells social networks about its picture. */
  async function imageOf({ slug }: Pick<ApiArticle, 'slug'>) {
    const html = await (await site.app.fetch(`/article/${slug}`)).text();
    const content = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
    return {
      url: content('og:image'),
      width: content('og:image:width'),
      height: content('og:image:height'),
      alt: content('og:image:alt'),
      card: content('twitter:card'),
    };
  }
  /** The URL once the page has been rendered with another one than `former`. */
  const newUrlOf = async (article: Pick<ApiArticle, 'slug'>, former: string) => {
    await expect.poll(() => urlOf(article)).not.toBe(former);
    return urlOf(article);
  };
  const urlOf = async (article: Pick<ApiArticle, 'slug'>) => (await imageOf(article)).url;
  const requestOnce = (url: string, init?: RequestInit) => site.app.fetch(url.slice(PUBLIC_URL.length), init);
  /** Requests a picture, again a few seconds later on the clock of the site if it could not be rendered in time. */
  const request = (url: string, init?: RequestInit) => {
    let sentAt = site.now;
    return repeatWhileUnavailable(
      () => {
        sentAt = site.now;
        return requestOnce(url, init);
      },
      (seconds) => {
        // Concurrent requests move the clock once.
        site.now = new Date(Math.max(site.now.getTime(), sentAt.getTime() + seconds * 1000));
      },
    );
  };
  const download = async (url: string) => {
    const response = await request(url);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const statusOfUrl = async (url: string) => (await request(url)).status;
  const decode = async (url: string) => {
    const { data, info } = await sharp((await download(url)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ];
    return { info, data, pixel };
  };
  /** Files of the store, without the part in which pictures of articles are. */
  const storedFiles = () => {
    try {
      return readdirSync(join(site.app.dataDir, 'media/social')).toSorted();
    } catch {
      return [];
    }
  };
  const keys = async () =>
    (await site.app.database.db.select().from(socialPictures))
      .map(({ key }) => key.replace('social/', ''))
      .toSorted();
  const upload = async (width: number, height: number) => {
    const photo = await makePhoto({ width, height, seed: nextNumber() });
    return (await uploadPicture(site.app, headers, photo)).url;
  };

  const pictures = { upload, request, requestOnce, download, decode, statusOfUrl };
  const pages = { publish, publishWithPicture, save, imageOf, urlOf, newUrlOf };
  const store = { headers, keys, runJobs, storedFiles };
  return Object.assign(site, pictures, pages, store);
}
