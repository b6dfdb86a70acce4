import { setFlagsFromString } from 'node:v8';

/**
 * The SQL parser of PostgreSQL. V8 needs 600 MB and seconds of CPU time to optimize it; the next largest function needs
 * 40 MB.
 */
const PARSER_FUNCTION = 'raw_parser';
/** The first function that the parser calls. */
const FIRST_CALLEE = 'scanner_init';
/** Pages of 64 KiB, the same as PGlite uses. Only the data segments are accessed here. */
const MEMORY = { initial: 2048, maximum: 32_768 };

const TIER_UP_ALL = '--wasm-tier-up-filter=-1';
/** Function 0 is an import, which is never compiled. */
const TIER_UP_NONE = '--wasm-tier-up-filter=0';

/**
 * Prevents V8 from optimizing the SQL parser of the module, in every thread that uses the module. (decision 0018)
 *
 * V8 compiles a function at its first call, and decides then whether its code counts the calls that trigger
 * optimization. So the parser is called once while tier-up is disabled, in a temporary instance whose empty memory
 * makes the call fail. Its first callee, which should be optimized, is called before that. Code compiled this way is
 * not flushed under memory pressure. Parsing is rare, because statements are prepared. If a release of V8 or PGlite
 * makes this ineffective, everything works as before but needs more memory.
 */
export async function keepParserUnoptimized(module: WebAssembly.Module): Promise<void> {
  const instance = await WebAssembly.instantiate(module, emptyImports(module)).catch(() => undefined);
  if (!instance) return;
  setFlagsFromString('--no-flush-liftoff-code');
  callAndFail(instance, FIRST_CALLEE);
  setFlagsFromString(TIER_UP_NONE);
  callAndFail(instance, PARSER_FUNCTION);
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
    // Expected: there is no memory context to allocate from.
  }
}
