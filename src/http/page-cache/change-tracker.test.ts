import { describe, expect, it } from 'vitest';
import { createChangeTracker } from './change-tracker.ts';

describe('createChanges', () => {
  it('removes old entries but none that a running render needs', () => {
    const tracker = createChangeTracker();
    const old = tracker.begin();
    tracker.invalidated(['first']);
    for (let i = 0; i < 1_000; i += 1) tracker.invalidated([`tag:${i}`]);
    expect(old.freshness(['first'])).toBe('stale');
    old.end();
    const young = tracker.begin();
    for (let i = 0; i < 1_000; i += 1) tracker.invalidated([`other:${i}`]);
    expect(young.freshness(['first'])).toBe('current');
    expect(young.freshness(['other:0'])).toBe('stale');
  });
});
