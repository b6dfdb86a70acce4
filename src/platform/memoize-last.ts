/** Remembers the result for the last argument, compared by identity. */
export function memoizeLast<Argument, Result>(compute: (argument: Argument) => Result) {
  let last: { readonly argument: Argument; readonly result: Result } | undefined;
  return (argument: Argument): Result => {
    if (last === undefined || last.argument !== argument) last = { argument, result: compute(argument) };
    return last.result;
  };
}
