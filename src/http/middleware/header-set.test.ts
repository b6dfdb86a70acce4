import { describe, expect, it } from 'vitest';
import { adminHeaders, readerHeaders } from './header-set.ts';

const plain = { publicUrl: 'http://127.0.0.1:3000' };

describe('the header set', () => {
  it('allows no inline script, no cross-origin script and no HTML from strings', () => {
    const policy = readerHeaders(plain)('text/html; charset=utf-8')['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("trusted-types 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|http:/);
  });

  it('lets other sites embed pictures and feeds, and nothing else', () => {
    const policies = [
      'text/html; charset=utf-8',
      'text/css',
      'text/javascript',
      'application/json',
      'font/woff2',
    ];
    const embeddable = [
      'image/webp',
      'image/svg+xml',
      'application/xml; charset=utf-8',
      'application/feed+json',
    ];
    const policyOf = (type: string) => readerHeaders(plain)(type)['cross-origin-resource-policy'];
    expect([policies.map(policyOf), embeddable.map(policyOf)]).toEqual([
      policies.map(() => 'same-origin'),
      embeddable.map(() => 'cross-origin'),
    ]);
    // A redirect, or 304.
    expect(policyOf('')).toBeUndefined();
  });

  it('sends Strict-Transport-Security only for an https URL', () => {
    expect(readerHeaders(plain)('')).not.toHaveProperty('strict-transport-security');
    expect(readerHeaders({ publicUrl: 'https://meridian.example' })('')).toHaveProperty(
      'strict-transport-security',
      'max-age=31622400',
    );
  });

  it('allows the newsroom its two Trusted Types policies and nothing else', () => {
    const policy = adminHeaders(plain)('text/html')['content-security-policy'] ?? '';
    expect(policy).toContain('trusted-types default dompurify document-preview;');
    expect(policy).toContain("script-src 'self';");
  });
});
