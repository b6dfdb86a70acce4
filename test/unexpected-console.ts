import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Fails a test that writes a warning or an error to the console. A test that expects one replaces the method itself:
 * `vi.spyOn(console, 'error').mockImplementation(…)`.
 */
const unexpectedOutput: string[] = [];

beforeEach(() => {
  unexpectedOutput.length = 0;
  for (const level of ['error', 'warn'] as const) {
    const print = console[level].bind(console);
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      unexpectedOutput.push(`console.${level}: ${args.map(String).join(' ')}`);
      print(...args);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (unexpectedOutput.length > 0)
    throw new Error(`Unexpected output on the console:\n${unexpectedOutput.join('\n')}`);
});
