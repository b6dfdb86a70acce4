import type { Rgb } from '#platform/oklab.ts';

/** `#rrggbb` in lower case. */
export const HEX_COLOR = /^#[0-9a-f]{6}$/;

/** @param hex must match `HEX_COLOR` */
export function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function formatHex(color: Rgb): string {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
