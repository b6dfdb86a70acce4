import type { Page } from 'playwright-core';

/** Reports the first argument of every call of a function in a set, such as that of the listeners of the session. */
const REPORT_CALLS = `
  const reporting = new WeakMap();
  const toReporting = (value) => {
    if (typeof value !== 'function') return value;
    const known = reporting.get(value);
    if (known !== undefined) return known;
    const created = new Proxy(value, {
      apply(target, self, args) {
        if (typeof args[0] === 'string' && /^[A-Z]+(?:_[A-Z]+)+$/.test(args[0])) reportSessionEvent(args[0]);
        return Reflect.apply(target, self, args);
      },
    });
    reporting.set(value, created);
    return created;
  };
  for (const name of ['add', 'has', 'delete']) {
    const original = Set.prototype[name];
    Set.prototype[name] = function (value) {
      return original.call(this, toReporting(value));
    };
  }`;

/**
 * Records the events of the session, in every document of the newsroom that the page loads from now on. Returns them in
 * their order, each once however many listeners there are.
 */
export async function recordSessionEvents(page: Page): Promise<() => readonly string[]> {
  const calls: string[] = [];
  await page.exposeFunction('reportSessionEvent', (event: string) => void calls.push(event));
  await page.addInitScript(REPORT_CALLS);
  return () => {
    const events = calls.filter((event) => event !== 'INITIAL_SESSION');
    return events.filter((event, at) => event !== events[at - 1]);
  };
}
