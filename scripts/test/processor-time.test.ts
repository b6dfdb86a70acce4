import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { measureProcessorTime, parseStat } from './processor-time.ts';

test('the name of a process may contain spaces and parentheses', () => {
  const fields = Array.from({ length: 50 }, (_, index) => index + 3);
  expect(parseStat(`7 (a) b (c)) ${fields.join(' ')}`)).toEqual({
    pid: 7,
    parent: 4,
    startedAt: 22,
    own: 0.29,
    ofEnded: 0.33,
  });
});

const BUSY = `const { cpuUsage } = process; while (cpuUsage().user < 600_000);`;

test.runIf(process.platform === 'linux')(
  'counts a process whose parent was killed before it ended',
  async () => {
    const grandchild = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${BUSY} process.stdout.write('done'); setInterval(() => {}, 1000);`)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
    const time = measureProcessorTime();
    const before = time.seconds() ?? 0;
    const child = spawn(process.execPath, ['-e', grandchild], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    await once(child.stdout, 'data');
    time.seconds();
    // The whole group at once, as Chromium is stopped: nobody waits for the grandchild.
    if (child.pid === undefined) throw new Error('the process was not started');
    process.kill(-child.pid, 'SIGKILL');
    await once(child, 'close');
    expect((time.seconds() ?? 0) - before).toBeGreaterThan(0.55);
    time.stop();
  },
);
