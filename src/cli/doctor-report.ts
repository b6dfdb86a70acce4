/** Prints lines such as `ok     Node           24.21.0`. */
export function createReport(print: (line: string) => void) {
  const line = (status: string) => (subject: string, result: string) =>
    print(`${status.padEnd(6)} ${subject.padEnd(14)} ${result}`);
  return { ok: line('ok'), fail: line('FAIL'), todo: line('todo') };
}
