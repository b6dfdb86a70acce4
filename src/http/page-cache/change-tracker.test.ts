import { describe, expect, it } from 'vitest';
import { createChangeTracker } from './change-tracker.ts';

describe('createChanges', () => {
  it('reports a render as current when none of its tags changed', () => {
    const tracker = createChangeTracker();
    tracker.invalidated(['article:1']);
    const watch = tracker.begin();
    tracker.invalidated(['article:2']);
    expect(watch.freshness(['article:1', 'list'])).toBe('current');
  });

  it('reports it as stale when one of its tags, or everything, was invalidated during the render', () => {
    const tracker = createChangeTracker();
    const watch = tracker.begin();
    tracker.invalidated(['list']);
    expect(watch.freshness(['article:1', 'list'])).toBe('stale');
    expect(watch.freshness(['article:1'])).toBe('current');
    tracker.invalidated(['*']);
    expect(watch.freshness(['article:1'])).toBe('stale');
  });

  it('reports it as purged when one of its tags was purged, even if it was also invalidated', () => {
    const tracker = createChangeTracker();
    const watch = tracker.begin();
    tracker.purged(['article:1']);
    tracker.invalidated(['article:1']);
    expect(watch.freshness(['article:1'])).toBe('purged');
    expect(tracker.begin().freshness(['article:1'])).toBe('current');
  });

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

  it('keeps what the oldest of several renders needs', () => {
    const tracker = createChangeTracker();
    const old = tracker.begin();
    tracker.invalidated(['first']);
    const young = tracker.begin();
    for (let i = 0; i < 1_000; i += 1) tracker.invalidated([`tag:${i}`]);
    expect(old.freshness(['first'])).toBe('stale');
    expect(young.freshness(['first'])).toBe('current');
  });
});
