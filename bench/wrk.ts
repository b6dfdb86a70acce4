import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

/**
 * Sends requests to a URL over 32 connections from one thread. Rejects on any error response or socket error.
 * @param args wrk options for the request; by default it accepts gzip
 */
export async function load(
  wrk: string,
  url: string,
  seconds: number,
  args: readonly string[] = ['-H', 'Accept-Encoding: gzip'],
): Promise<Load> {
  const { stdout } = await run(wrk, ['-t1', '-c32', `-d${seconds}s`, '--latency', ...args, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`error responses from ${url}:\n${stdout}`);
  const [, requests, time] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? [];
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const milliseconds = { us: 0.001, ms: 1, s: 1000 }[unit ?? 'ms'] ?? Number.NaN;
  return {
    requests: Number(requests),
    perSecond: Number(requests) / Number(time),
    p99: Number(p99) * milliseconds,
  };
}
