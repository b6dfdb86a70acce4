import { describe, expect, it } from 'vitest';
import { createChanges } from './changes.ts';

describe('createChanges', () => {
  it('calls a page current that nothing touched while it was made', () => {
    const changes = createChanges();
    changes.touched(['article:1']);
    const ticket = changes.begin();
    changes.touched(['article:2']);
    expect(ticket.verdict(['article:1', 'list'])).toBe('current');
  });

  it('calls it outdated when one of its tags, or everything, was touched meanwhile', () => {
    const changes = createChanges();
    const ticket = changes.begin();
    changes.touched(['list']);
    expect(ticket.verdict(['article:1', 'list'])).toBe('outdated');
    expect(ticket.verdict(['article:1'])).toBe('current');
    changes.touched(['*']);
    expect(ticket.verdict(['article:1'])).toBe('outdated');
  });

  it('calls it gone when something on it was taken down, also if it was touched as well', () => {
    const changes = createChanges();
    const ticket = changes.begin();
    changes.dropped(['article:1']);
    changes.touched(['article:1']);
    expect(ticket.verdict(['article:1'])).toBe('gone');
    expect(changes.begin().verdict(['article:1'])).toBe('current');
  });

  it('forgets old marks but none that a running render must still hear of', () => {
    const changes = createChanges();
    const old = changes.begin();
    changes.touched(['first']);
    for (let i = 0; i < 1_000; i += 1) changes.touched([`tag:${i}`]);
    expect(old.verdict(['first'])).toBe('outdated');
    old.end();
    const young = changes.begin();
    for (let i = 0; i < 1_000; i += 1) changes.touched([`other:${i}`]);
    expect(young.verdict(['first'])).toBe('current');
    expect(young.verdict(['other:0'])).toBe('outdated');
  });
});
