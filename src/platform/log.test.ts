import { expect, test } from 'vitest';
import { createLog } from './log.server.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(
    createLog('info', (line) => {
      text += line;
    }),
  );
  return text;
}

test('writes one line of JSON', () => {
  const line = logged((log) => log.info({ path: '/a' }, 'served'));
  expect(JSON.parse(line)).toMatchObject({ level: 30, path: '/a', msg: 'served' });
});

test('holds no address and no token, wherever they stand', () => {
  const token = 'eyJhbGciOi.eyJzdWIiOiI.c2lnbmF0dXJl';
  const text = logged((log) => {
    log.warn({ email: 'a@b.example', user: { password: 'hunter2' } }, `mail to jane.doe@mail.example.org`);
    log.warn({ header: `Bearer ${token}`, url: `/x?t=${token}` }, 'asked');
  });
  for (const secret of ['b.example', 'hunter2', 'jane.doe', 'eyJ']) expect(text).not.toContain(secret);
  expect(text).toContain('mail to [address]');
});

test('shows an error with its cause but not the values of a failed query', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(x@y.example)',
  });
  const error = new Error('Failed query: insert into t values ($1)\nparams: a "secret" essay,more', {
    cause,
  });
  const text = logged((log) => log.error({ err: error }, 'it failed'));
  expect(text).toContain('duplicate key');
  expect(text).toContain('23505');
  expect(text).not.toContain('essay');
  expect(text).not.toContain('x@y');
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});
