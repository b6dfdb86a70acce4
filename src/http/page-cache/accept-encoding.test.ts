import { describe, expect, it } from 'vitest';
import { acceptedCodings } from './accept-encoding.ts';

describe('acceptedCodings', () => {
  it.each([
    [undefined, ['identity']],
    ['', ['identity']],
    ['gzip', ['gzip', 'identity']],
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['GZIP;Q=0.8, BR;q=0.9', ['br', 'gzip', 'identity']],
    ['br;q=0.5, gzip', ['gzip', 'br', 'identity']],
    ['br;q=0, gzip', ['gzip', 'identity']],
    ['*', ['br', 'gzip', 'identity']],
    ['identity, gzip;q=0.5', ['identity', 'gzip']],
    ['identity;q=0', []],
    ['*;q=0', []],
    ['gzip;q=7, *', ['br', 'gzip', 'identity']],
    ['*;q=0, gzip', ['gzip']],
    ['gzip, identity;q=0', ['gzip']],
    ['gzip;q=7, br;q=nonsense', ['identity']],
    ['gzip;q=0.5x, br;xq=0.5', ['identity']],
    [',,gzip,', ['gzip', 'identity']],
  ])('reads %j as %j', (header, codings) => {
    expect(acceptedCodings(header)).toEqual(codings);
  });
});
