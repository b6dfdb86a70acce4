/**
 * A random UUID, version 4, in browsers. `crypto.randomUUID` is missing in insecure contexts, such as a newsroom that is opened over
 * plain HTTP from another machine.
 */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  // Version and variant, RFC 9562.
  view.setUint8(6, 0x40 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
