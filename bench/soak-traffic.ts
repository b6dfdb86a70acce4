import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NewsroomSite } from './newsroom-site.ts';
import { takePhoto } from './photos.ts';

/** One kind of request, for as long as the measurement takes. */
export interface Traffic {
  readonly name: string;
  readonly perSecond: number;
  /** Sends the request of this number and returns the status of its answer, read to the end. */
  readonly send: (number: number) => Promise<number>;
  /** The only status that is right. */
  readonly expected: number;
}

/** Enough for an article's older comments to have pages of their own. */
const COMMENTS_AT_FIRST = 120;
const DISCUSSED = 'synthetic-1';
/** Saved in turn. */
const ARTICLES = 10;
const PHOTO = { width: 1000, height: 750 } as const;
const CLI = join(import.meta.dirname, '../dist/server/cli.js');
const run = promisify(execFile);

/**
 * What a site sees in its daily life, more of it than most: readers, addresses nobody knows, comments, saves and
 * uploads of one editor, and backups every `backupMinutes`. The site has to trust one proxy, since each comment comes
 * from a network of its own: the limits of one network would be what is measured.
 */
export async function soakTraffic(site: NewsroomSite, backupMinutes: number): Promise<readonly Traffic[]> {
  for (let number = 0; number < COMMENTS_AT_FIRST; number += 1)
    await postComment(site, `early-${number}`, number);
  const articles = await Promise.all(Array.from({ length: ARTICLES }, (_, at) => createArticle(site, at)));
  return [
    {
      name: 'unknown address',
      perSecond: 20,
      expected: 404,
      send: () => read(site, `/article/${randomUUID()}`),
    },
    {
      name: 'article',
      perSecond: 20,
      expected: 200,
      send: (n) => read(site, `/article/synthetic-${(n % 200) + 1}`),
    },
    {
      name: 'page of comments',
      perSecond: 10,
      expected: 200,
      send: (n) => read(site, `/article/${DISCUSSED}${n % 2 === 0 ? '' : '?comments=2'}`),
    },
    {
      name: 'comment',
      perSecond: 2,
      expected: 201,
      send: (n) => postComment(site, `reader-${n}`, COMMENTS_AT_FIRST + n),
    },
    {
      name: 'save',
      perSecond: 1,
      expected: 200,
      send: (n) => articles[n % articles.length]?.(n) ?? Promise.resolve(0),
    },
    { name: 'upload', perSecond: 0.2, expected: 201, send: () => upload(site) },
    { name: 'backup', perSecond: 1 / (backupMinutes * 60), expected: 0, send: () => backUp(site) },
  ];
}

async function read({ url }: NewsroomSite, path: string): Promise<number> {
  const response = await fetch(url + path);
  await response.arrayBuffer();
  return response.status;
}

async function postComment({ url }: NewsroomSite, name: string, network: number): Promise<number> {
  const response = await fetch(`${url}/api/articles/${DISCUSSED}/comments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`,
    },
    body: JSON.stringify({
      user_email: `${name}@example.com`,
      comment_text: `What ${name} has to say about it is of some length, and nobody has said it before.`,
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

type Save = (number: number) => Promise<number>;

/** An article of the editor, as the function that saves it once more; a save waits for the one before. */
async function createArticle(site: NewsroomSite, at: number): Promise<Save> {
  const answer = await site.ask('POST', '/api/newsroom/articles', {
    title: `Rain ${at}`,
    slug: `rain-${at}`,
    excerpt: 'What the season brought.',
    content: `<p>${'It rained for nine days. '.repeat(150)}</p>`,
    category_slug: 'sports',
    is_draft: false,
  });
  let article = (await answer.json()) as { id: string; revision: number };
  const path = `/api/newsroom/articles/${article.id}`;
  const save = async (number: number): Promise<number> => {
    const changed = { ...article, title: `Rain ${at}, ${number}` };
    const response = await site.tryToAsk('PUT', path, changed, { 'if-match': `"${article.revision}"` });
    // A save whose answer was an error may have been done: the next one has to know.
    const current = response.ok ? response : await site.ask('GET', path);
    article = (await current.json()) as typeof article;
    return response.status;
  };
  let previous: Promise<unknown> = Promise.resolve();
  return (number) => {
    const saved = previous.then(() => save(number));
    previous = saved.catch(() => undefined);
    return saved;
  };
}

async function upload(site: NewsroomSite): Promise<number> {
  const headers = { 'content-type': 'image/jpeg' };
  const response = await site.tryToAsk('POST', '/api/newsroom/images', await takePhoto(PHOTO), headers);
  await response.arrayBuffer();
  return response.status;
}

/** Through the command line, which asks the running process for it. Returns the exit code. */
async function backUp({ dataDir }: NewsroomSite): Promise<number> {
  const file = join(tmpdir(), `soak-${randomUUID()}.tar.gz`);
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
  try {
    await run(process.execPath, [CLI, 'backup', file], { env });
    return 0;
  } catch (error) {
    return error instanceof Error && 'code' in error ? Number(error.code) : -1;
  } finally {
    await rm(file, { force: true });
  }
}
