import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NewsroomSite } from './newsroom-site.ts';
import { createPhoto } from './photo-uploads.ts';

/** One kind of request, repeated during the whole measurement. */
export interface Traffic {
  readonly name: string;
  readonly perSecond: number;
  /** Sends the request with this number, reads the whole response and returns its status. */
  readonly send: (number: number) => Promise<number>;
  /** The expected status; any other counts as a failure. */
  readonly expected: number;
}

/** Enough for more than one page of comments. */
const INITIAL_COMMENTS = 120;
const COMMENTED_ARTICLE = 'synthetic-1';
/** Saved in turn. */
const ARTICLES = 10;
const PHOTO = { width: 1000, height: 750 } as const;
const CLI = join(import.meta.dirname, '../dist/server/cli.js');
const run = promisify(execFile);

/**
 * Creates the traffic of a busy site: readers, unknown paths, comments, saves and uploads of one editor, and a backup
 * every `backupMinutes`. The site must trust one proxy, because each comment comes from a different network.
 * Otherwise the rate limit of one network would be measured.
 */
export async function createTraffic(site: NewsroomSite, backupMinutes: number): Promise<readonly Traffic[]> {
  for (let number = 0; number < INITIAL_COMMENTS; number += 1)
    await postComment(site, `early-${number}`, number);
  const articles = await Promise.all(Array.from({ length: ARTICLES }, (_, at) => createArticle(site, at)));
  return [
    {
      name: 'unknown path',
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
      send: (n) => read(site, `/article/${COMMENTED_ARTICLE}${n % 2 === 0 ? '' : '?comments=2'}`),
    },
    {
      name: 'comment',
      perSecond: 2,
      expected: 201,
      send: (n) => postComment(site, `reader-${n}`, INITIAL_COMMENTS + n),
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
  const response = await fetch(`${url}/api/articles/${COMMENTED_ARTICLE}/comments`, {
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

/** Creates an article and returns a function that saves it again. Each save waits for the previous one. */
async function createArticle(site: NewsroomSite, at: number): Promise<Save> {
  const created = await site.request('POST', '/api/newsroom/articles', {
    title: `Rain ${at}`,
    slug: `rain-${at}`,
    excerpt: 'What the season brought.',
    content: `<p>${'It rained for nine days. '.repeat(150)}</p>`,
    category_slug: 'sports',
    is_draft: false,
  });
  let article = (await created.json()) as { id: string; revision: number };
  const path = `/api/newsroom/articles/${article.id}`;
  const save = async (number: number): Promise<number> => {
    const changed = { ...article, title: `Rain ${at}, ${number}` };
    const response = await site.tryRequest('PUT', path, changed, { 'if-match': `"${article.revision}"` });
    // A save that failed may still have been stored: the next save needs the current revision.
    const current = response.ok ? response : await site.request('GET', path);
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
  const response = await site.tryRequest('POST', '/api/newsroom/images', await createPhoto(PHOTO), headers);
  await response.arrayBuffer();
  return response.status;
}

/** Runs the CLI command, which asks the running process for a backup. Returns the exit code. */
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
