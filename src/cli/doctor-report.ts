/** Lines like `ok     Node           24.21.0`. */
export function report(print: (line: string) => void) {
  const line = (verdict: string) => (subject: string, finding: string) =>
    print(`${verdict.padEnd(6)} ${subject.padEnd(14)} ${finding}`);
  return { good: line('ok'), bad: line('FAULT') };
}
