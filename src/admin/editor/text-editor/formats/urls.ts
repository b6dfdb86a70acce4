import { isAllowedLinkUrl } from '#domain/articles/urls.ts';

/**
 * Completes user input to an absolute URL: `example.com` gets `https:`, `/about` the public URL of the site, at which the
 * newsroom need not have been opened, and `ada@example.com` gets `mailto:`. Null for other input.
 */
export function completeLinkInput(input: string, siteUrl: string): string | null {
  const text = input.trim();
  if (isAllowedLinkUrl(text)) return text;
  if (/^\/(?!\/)\S*$/.test(text)) return siteUrl + text;
  if (/^[^\s@/:]+@[^\s@/:.]+(?:\.[^\s@/:.]+)+$/.test(text)) return `mailto:${text}`;
  if (/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?$/u.test(text)) return `https://${text}`;
  return null;
}
