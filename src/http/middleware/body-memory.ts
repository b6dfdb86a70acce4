const KILOBYTE = 1024;

/** Bytes of all bodies together. */
const MEMORY_LIMIT = 32 * KILOBYTE * KILOBYTE;
/** Bytes of one body that are accepted however many others there are: most forms have less. */
const ALWAYS_ACCEPTED = 16 * KILOBYTE;

/** The share of one request. */
export interface BodyShare {
  /** Counts further bytes; false if there is no memory for them. */
  add(bytes: number): boolean;
  /** Must be called once, when the request is answered. */
  release(): void;
}

/**
 * Limits the memory of bodies that are being received. Without this, each of thousands of open connections could send a body that is
 * complete except for its last byte, and keep it in memory until the time limit of requests.
 */
export function bodyMemory(): () => BodyShare {
  let total = 0;
  return () => {
    let own = 0;
    return {
      add(bytes) {
        own += bytes;
        total += bytes;
        return own <= ALWAYS_ACCEPTED || total <= MEMORY_LIMIT;
      },
      release() {
        total -= own;
        own = 0;
      },
    };
  };
}
