import { expect, test } from 'vitest';
import { isPublicAddress, privateNetworks, publicInternet } from './address-policy.server.ts';

test.each(['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2001:4860:4860::8888'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  // RFC 1918, 6598, 1122, 3927 with the metadata services of clouds, 5737, 2544, 5771, 8190
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '192.0.0.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  // the host agent of Azure, on a public address
  '168.63.129.16',
  '::ffff:168.63.129.16',
  // RFC 4291, 4193, 3849, 6052, 3056, 4380, 6666, 3879
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '100::1',
  'fec0::1',
  // with an IPv4 address inside
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '::127.0.0.1',
  '::a9fe:a9fe',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::1',
  '2001:0:7f00:1::',
  // not addresses, or not in the form that resolvers return
  '',
  'localhost',
  'fe80::1%eth0',
  '1.2.3',
  'x',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('only the ports of http and https are allowed', () => {
  expect(
    [80, 443, 22, 25, 3306, 5432, 6379, 8080].filter((port) => publicInternet.isAllowedPort(port)),
  ).toEqual([80, 443]);
});

test.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '100.64.0.1', '::1', 'fd12::1', '1.1.1.1'])(
  '%s is allowed with private networks',
  (address) => {
    expect(privateNetworks.isAllowedAddress(address)).toBe(true);
  },
);

// The last three are in private networks, and are metadata services.
test.each([
  '169.254.169.254',
  'fe80::1',
  '0.0.0.0',
  '224.0.0.1',
  'fd00:ec2::254',
  'fd20:ce::254',
  '::ffff:100.100.100.200',
])('%s is not allowed with private networks either', (address) => {
  expect(privateNetworks.isAllowedAddress(address)).toBe(false);
});
