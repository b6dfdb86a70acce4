import { isIP, isIPv4 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** What stands for a client that no socket and no proxy tells of, as in an application asked without a server. */
const UNKNOWN = 'unknown';

/**
 * The network a request comes from, for limits: an IPv4 address, or the /64 of an IPv6 address, since that is what one
 * household gets. `trustProxy` proxies stand in front, and each has added at the end of `X-Forwarded-For` whom it
 * heard; what a client has written there itself stands further left and is not believed.
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

function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  return isIP(plain) === 6 ? `${firstGroups(plain).join(':')}::/64` : UNKNOWN;
}

/** The first four of the eight groups of an IPv6 address, "::" written out. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  return groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
}
