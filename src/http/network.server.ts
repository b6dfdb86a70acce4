import { isIP, isIPv4 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * The network of a request without a valid client address, for example when the application is called without a server.
 */
const UNKNOWN = 'unknown';

/** Characters, for an address with zone, brackets and port. */
const MAX_ADDRESS_LENGTH = 80;

/**
 * The client network of a request, for rate limits: an IPv4 address, or the /64 of an IPv6 address, since that is the
 * smallest allocation to a household (`consumeForNetwork` counts the surrounding /48 as well). `trustProxy` is the
 * number of reverse proxies. Each appends the address it received the request from to `X-Forwarded-For`; entries
 * further left come from the client and are ignored.
 */
export function networkOf(context: Context, trustProxy: number): string {
  return network(forwardedFor(context, trustProxy) ?? peerOf(context));
}

function forwardedFor(context: Context, trustProxy: number): string | undefined {
  if (trustProxy === 0) return undefined;
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',');
  return hops.at(-trustProxy)?.trim() || undefined;
}

function peerOf(context: Context): string {
  const bindings = context.env as Partial<HttpBindings> | undefined;
  return bindings?.incoming?.socket.remoteAddress ?? UNKNOWN;
}

function network(value: string): string {
  const address = withoutPort(value);
  if (isIPv4(address)) return address;
  if (isIP(address) !== 6) return UNKNOWN;
  const groups = groupsOf(address);
  return mappedIPv4(groups) ?? `${groups.slice(0, 4).map(hex).join(':')}::/64`;
}

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. A zone (`%eth0`) names a network interface. */
function withoutPort(value: string): string {
  if (value.length > MAX_ADDRESS_LENGTH) return '';
  const text = value.startsWith('[') ? value.slice(1).split(']', 1)[0] : value;
  const [address = '', ...others] = (text ?? '').split(':');
  // A single colon belongs to a port: an IPv6 address has at least two.
  return others.length === 1 ? address : ((text ?? '').split('%', 1)[0] ?? '');
}

/** The eight groups of an IPv6 address as numbers, with "::" and a dotted IPv4 end expanded. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').flatMap(parseGroup));
  const missing = 8 - (front?.length ?? 0) - (back?.length ?? 0);
  return [...(front ?? []), ...Array.from({ length: missing }, () => 0), ...(back ?? [])];
}

function parseGroup(group: string): number[] {
  if (group === '') return [];
  if (!isIPv4(group)) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** `::ffff:203.0.113.7` is an IPv4 address as reported by dual-stack sockets (RFC 4291 section 2.5.5.2). */
function mappedIPv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  if (groups[5] !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const hex = (group: number): string => group.toString(16);
