/**
 * `node bench/record-headers.ts`: records the request headers that the installed Chromium and Firefox send to a plain
 * TCP server, and writes them to browser-headers.json. Needs both browsers. The fields are stored as sent, except for
 * the host, the entity tag and the word Headless.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserHeaders, BROWSER_HEADERS_FILE } from './browser-headers.ts';
import { findProgram } from './processes.ts';

const PAGE = `<!doctype html><title>Page</title><link rel="stylesheet" href="/style.css">
<script type="module" src="/script.js"></script><img src="/image.png" alt=""><a href="/next">Next</a>`;
const TYPES = new Map([
  ['/', 'text/html'],
  ['/next', 'text/html'],
  ['/style.css', 'text/css'],
  ['/script.js', 'text/javascript'],
  ['/image.png', 'image/png'],
]);
const ETAG = '"recorded"';
const FIRST_REQUESTS = [
  ['navigation', '/'],
  ['style sheet', '/style.css'],
  ['script', '/script.js'],
  ['image', '/image.png'],
] as const;

interface Recorder {
  readonly url: string;
  /** Resolves to the head of the next request for this path. */
  next(path: string): Promise<string>;
  close(): void;
}

function startRecorder(): Promise<Recorder> {
  const waiting = new Map<string, (head: string) => void>();
  const server = createServer((socket) => {
    let received = '';
    socket.setEncoding('latin1').on('error', () => socket.destroy());
    socket.on('data', (text: string) => {
      received += text;
      for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
        const head = received.slice(0, end);
        received = received.slice(end + 4);
        const path = head.split(' ')[1] ?? '';
        const type = TYPES.get(path);
        const body = type === 'text/html' ? PAGE : '';
        const cache = type === 'text/html' ? 'public, max-age=0' : 'no-store';
        socket.write(
          `HTTP/1.1 ${type === undefined ? '404 Not Found' : '200 OK'}\r\nContent-Type: ${type ?? 'text/plain'}\r\n` +
            `ETag: ${ETAG}\r\nCache-Control: ${cache}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        waiting.get(path)?.(head);
        waiting.delete(path);
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        url: `http://127.0.0.1:${port}`,
        next: (path) => new Promise((found) => void waiting.set(path, found)),
        close: () => void server.close(),
      });
    });
  });
}

/** Connects to a browser over WebSocket. The DevTools protocol and WebDriver BiDi use the same message format. */
async function connectRemote(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  let last = 0;
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const { id, result, error } = JSON.parse(data) as { id?: number; result?: object; error?: unknown };
    const reply = waiting.get(id ?? -1);
    if (error === undefined) reply?.resolve({ ...result });
    else reply?.reject(new Error(data));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    last += 1;
    const reply = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(last, reply);
    socket.send(JSON.stringify({ id: last, method, params }));
    return reply.promise;
  };
}

interface Driver {
  readonly version: string;
  navigate(url: string): Promise<unknown>;
  clickLink(): Promise<unknown>;
  reload(): Promise<unknown>;
}
const CLICK = "document.querySelector('a').click()";

/** Starts a browser with a new profile, lets `use` wait for lines of its output, and stops it afterwards. */
async function withBrowser(
  program: string,
  createArgs: (profile: string) => string[],
  use: (firstLineWith: (pattern: RegExp) => Promise<string>) => Promise<BrowserHeaders[]>,
): Promise<BrowserHeaders[]> {
  const profile = mkdtempSync(join(tmpdir(), 'record-'));
  const child = spawn(program, createArgs(profile), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  try {
    return await use(async (pattern) => {
      for (;;) {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`${program} ended:\n${output}`);
        await delay(50);
      }
    });
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    await delay(500);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

const chromiumArgs = (profile: string): string[] => [
  '--headless=new',
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=en-US',
  '--remote-debugging-port=0',
  `--user-data-dir=${profile}`,
  'about:blank',
];

function recordChromium(program: string): Promise<BrowserHeaders[]> {
  return withBrowser(program, chromiumArgs, async (firstLineWith) => {
    const { host } = new URL(await firstLineWith(/DevTools listening on (ws:\S+)/));
    const pages = (await (await fetch(`http://${host}/json/list`)).json()) as Record<string, string>[];
    const page = await connectRemote(
      pages.find(({ type }) => type === 'page')?.['webSocketDebuggerUrl'] ?? '',
    );
    const { product } = await page('Browser.getVersion');
    return record('Chromium', {
      version: String(product).replace(/^.*\//, ''),
      navigate: (url) => page('Page.navigate', { url }),
      clickLink: () => page('Runtime.evaluate', { expression: CLICK, userGesture: true }),
      reload: () => page('Page.reload'),
    });
  });
}

const firefoxArgs = (profile: string): string[] => [
  '--headless',
  '--no-remote',
  '--profile',
  profile,
  '--remote-debugging-port=0',
];

function recordFirefox(program: string): Promise<BrowserHeaders[]> {
  return withBrowser(program, firefoxArgs, async (firstLineWith) => {
    const send = await connectRemote(
      `${await firstLineWith(/WebDriver BiDi listening on (ws:\S+)/)}/session`,
    );
    const { capabilities } = await send('session.new', { capabilities: {} });
    const { contexts } = await send('browsingContext.getTree');
    const [{ context }] = contexts as [{ context: string }];
    return record('Firefox', {
      version: String((capabilities as Record<string, unknown>)['browserVersion']),
      navigate: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
      clickLink: () =>
        send('script.evaluate', {
          expression: CLICK,
          target: { context },
          awaitPromise: false,
          userActivation: true,
        }),
      reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
    });
  });
}

async function record(browser: string, driver: Driver): Promise<BrowserHeaders[]> {
  const recorder = await startRecorder();
  const blocks: BrowserHeaders[] = [];
  const addBlock = async (request: string, head: Promise<string>): Promise<void> => {
    const [, ...fields] = (await head).split('\r\n');
    blocks.push({
      browser: `${browser} ${driver.version.split('.')[0]}`,
      request,
      source: 'recorded',
      fields: fields.map((field) =>
        field
          .replaceAll(new URL(recorder.url).host, '{host}')
          .replace(ETAG, '{etag}')
          .replace('Headless', ''),
      ),
    });
  };
  const first = FIRST_REQUESTS.map(([name, path]) => ({ name, head: recorder.next(path) }));
  await driver.navigate(`${recorder.url}/`);
  for (const { name, head } of first) await addBlock(name, head);
  await delay(500);
  const followed = recorder.next('/next');
  await driver.clickLink();
  await addBlock('link', followed);
  await delay(500);
  const again = recorder.next('/next');
  await driver.reload();
  await addBlock('reload', again);
  recorder.close();
  return blocks;
}

const [chromium, firefox] = [findProgram('chromium'), findProgram('firefox-esr') ?? findProgram('firefox')];
if (chromium === null || firefox === null) throw new Error('Chromium and Firefox must be installed.');
const known = JSON.parse(readFileSync(BROWSER_HEADERS_FILE, 'utf8')) as BrowserHeaders[];
const recorded = [...(await recordChromium(chromium)), ...(await recordFirefox(firefox))];
const others = known.filter(({ source }) => source !== 'recorded');
writeFileSync(BROWSER_HEADERS_FILE, `${JSON.stringify([...recorded, ...others], null, 2)}\n`);
process.exit(0);
