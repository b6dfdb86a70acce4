/** These limits keep a hostile client from using up memory. Longer texts are computed each time. */
const MAX_RESULTS = 1_000;
const MAX_LENGTH = 512;

/** Remembers results by argument, until there are too many. The argument of the call before is found without hashing it. */
export function memoizeText<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  let last: { readonly text: string; readonly result: Result } | undefined;
  return (text) => {
    if (last?.text === text) return last.result;
    if (text.length > MAX_LENGTH) return compute(text);
    let result = results.get(text);
    if (result === undefined) {
      result = compute(text);
      if (results.size >= MAX_RESULTS) results.clear();
      results.set(text, result);
    }
    last = { text, result };
    return result;
  };
}
