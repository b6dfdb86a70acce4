import { isIP, isIPv4 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** What stands for a client that no socket and no proxy tells of, as in an application asked without a server. */
const UNKNOWN = 'unknown';

/** Characters: an address with its zone, in brackets, with a port. */
const LONGEST_ADDRESS = 80;

/**
 * The network a request comes from, for limits: an IPv4 address, or the /64 of an IPv6 address, since that is what one
 * household gets (`takeForNetwork` counts the /48 around it as well). `trustProxy` proxies stand in front, and each has
 * added at the end of `X-Forwarded-For` whom it heard; what a client has written there itself stands further left and is
 * not believed.
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

function network(written: string): string {
  const address = withoutPort(written);
  if (isIPv4(address)) return address;
  if (isIP(address) !== 6) return UNKNOWN;
  const groups = groupsOf(address);
  return mappedIPv4(groups) ?? `${groups.slice(0, 4).map(hex).join(':')}::/64`;
}

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. Zones (`%eth0`) name the interface of a host. */
function withoutPort(written: string): string {
  if (written.length > LONGEST_ADDRESS) return '';
  const text = written.startsWith('[') ? written.slice(1).split(']', 1)[0] : written;
  const [address = '', ...others] = (text ?? '').split(':');
  // One colon can only be that of a port: an IPv6 address has two at least.
  return others.length === 1 ? address : ((text ?? '').split('%', 1)[0] ?? '');
}

/** The eight groups of an IPv6 address as numbers, "::" and a dotted end written out. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').flatMap(numbersIn));
  const missing = 8 - (front?.length ?? 0) - (back?.length ?? 0);
  return [...(front ?? []), ...Array.from({ length: missing }, () => 0), ...(back ?? [])];
}

function numbersIn(group: string): number[] {
  if (group === '') return [];
  if (!isIPv4(group)) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** `::ffff:203.0.113.7` is an IPv4 address as sockets of both kinds tell it (RFC 4291 section 2.5.5.2). */
function mappedIPv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  if (groups[5] !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const hex = (group: number): string => group.toString(16);
