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

  it('is the same for every content type, except for speculation rules', () => {
    const { 'speculation-rules': rules, ...onPages } = readerHeaders(plain)('text/html; charset=utf-8');
    expect(rules).toBe('"/speculation-rules.json"');
    expect(readerHeaders(plain)('image/png')).toEqual(onPages);
    expect(readerHeaders(plain)('')).toEqual(onPages);
    expect(Object.keys(onPages).toSorted()).toEqual([
      'content-security-policy',
      'cross-origin-opener-policy',
      'permissions-policy',
      'referrer-policy',
      'x-content-type-options',
      'x-frame-options',
    ]);
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

  it('relaxes the policy for Vite in development only', () => {
    const policy =
      readerHeaders({ ...plain, development: true })('text/html')['content-security-policy'] ?? '';
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('trusted-types');
  });
});
