import { afterEach, beforeEach, vi } from 'vitest';

/**
 * A warning nobody expects is a fault nobody reads. A test that provokes one replaces the method itself:
 * `vi.spyOn(console, 'error').mockImplementation(…)`.
 */
const heard: string[] = [];

beforeEach(() => {
  heard.length = 0;
  for (const level of ['error', 'warn'] as const) {
    const print = console[level].bind(console);
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      heard.push(`console.${level}: ${words.map(String).join(' ')}`);
      print(...words);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (heard.length > 0) throw new Error(`Nobody expected this on the console:\n${heard.join('\n')}`);
});
