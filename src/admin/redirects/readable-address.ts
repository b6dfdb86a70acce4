/** An address as people read it: without percent-encoding, where that is possible. */
export function readableAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
