import { expect, it } from 'vitest';
import { speculationRules } from './speculation-rules.ts';

it('allows prerendering of reader pages only', async () => {
  const response = speculationRules();
  expect(response.headers.get('content-type')).toBe('application/speculationrules+json');
  const text = await response.text();
  for (const path of ['/admin*', '/login*', '/api*', '/media*', '/search*'])
    expect(text).toContain(`"href_matches":"${path}"`);
  expect(text).toContain('[rel~=nofollow]');
  expect(text).toContain('"eagerness":"moderate"');
});
