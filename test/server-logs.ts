import { afterEach } from 'vitest';
import { runningServers } from './server.ts';

const MAX_LINES = 30;

/** Adds the warnings and errors that the servers of this worker have logged to the report of a failed test. */
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  const logs = [...runningServers].flatMap(({ url, output }) => {
    const lines = output().split('\n').filter(isProblem).slice(-MAX_LINES);
    return lines.length === 0 ? [] : [`Logged by ${url}:\n${lines.join('\n')}`];
  });
  if (logs.length > 0) throw new Error(logs.join('\n\n'));
});

/** Levels from `warn` up, as numbers of pino. */
const isProblem = (line: string): boolean => /^\{"level":[4-6]0\b/.test(line);
