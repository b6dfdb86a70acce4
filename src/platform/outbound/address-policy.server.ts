import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Restricts outbound connections to URLs that users supply (SSRF protection). */
export interface OutboundPolicy {
  /** @param address IPv4 or IPv6, as returned by the resolver or `URL`, without brackets */
  isAllowedAddress(address: string): boolean;
  isAllowedPort(port: number): boolean;
}

/** The IPv6 addresses that are routed on the internet (RFC 4291, section 2.4; IANA registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * A public address that is the host agent of Azure virtual machines (DNS, health probes, extensions)
 * (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const CLOUD_HOST_AGENT = '168.63.129.16';

/** Allows only hosts of the public internet on the default ports of http and https. */
export const publicInternet: OutboundPolicy = {
  isAllowedAddress: isPublicAddress,
  isAllowedPort: (port) => port === 80 || port === 443,
};

/** Ranges of networks that people operate themselves. */
const OWN_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Services of clouds that offer credentials, at addresses of private networks: of Amazon, Google and Alibaba. */
const METADATA_SERVICES: ReadonlySet<string> = new Set(['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200']);

/**
 * Allows hosts of the own machine and of private networks as well, on all ports. Not link-local addresses and others at which clouds
 * offer credentials.
 */
export const privateNetworks: OutboundPolicy = {
  isAllowedAddress: (text) => isPublicAddress(text) || isOwnNetwork(text),
  isAllowedPort: () => true,
};

function isOwnNetwork(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  return OWN_NETWORKS.has(address.range()) && !METADATA_SERVICES.has(address.toString());
}

/**
 * False for private, shared, loopback, link-local (the metadata services of clouds), multicast, documentation and all
 * other special-purpose addresses (RFC 6890), for IPv6 addresses that carry an IPv4 address (mapped, 6to4, NAT64,
 * Teredo), for the host agent of a cloud, and for text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  // Strict: ipaddr.js also accepts short and octal forms, which no resolver returns.
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return address.toString() !== CLOUD_HOST_AGENT;
  return address.match(GLOBAL_UNICAST);
}
