import { setFlagsFromString } from 'node:v8';

/** The SQL parser of PostgreSQL: V8 needs 600 MB and seconds of CPU time to optimize it. The next largest function needs 40 MB. */
const COSTLY = 'raw_parser';
/** What the parser calls first. */
const CALLED_FIRST = 'scanner_init';
/** Pages of 64 KiB: what PGlite gives to the module. Only the data segments of it are ever touched here. */
const MEMORY = { initial: 2048, maximum: 32_768 };

const TIER_UP_ALL = '--wasm-tier-up-filter=-1';
/** The function 0 is an import, which is never compiled. */
const TIER_UP_NONE = '--wasm-tier-up-filter=0';

/**
 * Keeps V8 from ever optimizing the SQL parser of the module, for every thread that uses the module. (decision 0018)
 *
 * V8 compiles a function at its first call, and decides then whether its code counts the calls that lead to optimization.
 * So the parser is called once while that is switched off, in an instance that is thrown away and whose empty memory
 * makes the call fail; before that, what it calls, which shall be optimized. A parser compiled in this way is not
 * discarded when memory is short. Parsing is rare: statements are prepared once. If a release of V8 or PGlite makes this
 * ineffective, everything works as before and needs more memory.
 */
export async function keepBaseline(module: WebAssembly.Module): Promise<void> {
  const instance = await WebAssembly.instantiate(module, emptyImports(module)).catch(() => undefined);
  if (!instance) return;
  setFlagsFromString('--no-flush-liftoff-code');
  callAndFail(instance, CALLED_FIRST);
  setFlagsFromString(TIER_UP_NONE);
  callAndFail(instance, COSTLY);
  setFlagsFromString(TIER_UP_ALL);
}

function emptyImports(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: namespace, name, kind } of WebAssembly.Module.imports(module))
    (imports[namespace] ??= {})[name] = kind === 'memory' ? new WebAssembly.Memory(MEMORY) : () => 0;
  return imports;
}

function callAndFail({ exports }: WebAssembly.Instance, name: string): void {
  const called = exports[name];
  try {
    if (typeof called === 'function') called(0, 0, 0, 0);
  } catch {
    // As intended: it has no memory context to allocate from.
  }
}
