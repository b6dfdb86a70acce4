import type { BrowserContextOptions, Page } from 'playwright-core';
import { applyTextSpacing, LAYOUT_WIDTHS } from '../e2e/geometry.ts';

export interface Mode {
  /** Viewport widths in CSS pixels before zooming. */
  readonly widths: readonly number[];
  /** Whether the publication is in a language written from right to left. */
  readonly isRightToLeft?: true;
  /** Whether it is one of reader pages only. */
  readonly readersOnly?: true;
  /** The factor by which the browser zooms pages. */
  readonly zoom?: number;
  readonly options?: Pick<BrowserContextOptions, 'colorScheme' | 'forcedColors'>;
  /** Runs when a page is complete. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const WIDTHS = LAYOUT_WIDTHS.filter((width) => width !== 683);

export const MODES: Readonly<Record<string, Mode>> = {
  light: { widths: WIDTHS },
  dark: { widths: WIDTHS, options: { colorScheme: 'dark' } },
  forced: { widths: WIDTHS, options: { forcedColors: 'active' } },
  'forced-dark': { widths: [390, 1366], options: { forcedColors: 'active', colorScheme: 'dark' } },
  rtl: { widths: WIDTHS, isRightToLeft: true },
  spacing: { widths: WIDTHS, prepare: applyTextSpacing },
  zoom: { widths: [768, 1024, 1366, 1920], zoom: 2 },
  print: { widths: [1366], readersOnly: true },
};

const HEIGHTS: Readonly<Record<number, number>> = {
  320: 568,
  360: 740,
  390: 844,
  768: 1024,
  1024: 768,
  1366: 768,
  1920: 1080,
};

/** The browser of a visitor. Zooming makes the viewport smaller and pixels larger. */
export function contextOptions({ zoom = 1, options }: Mode, width: number): BrowserContextOptions {
  const isTouch = width <= 390;
  return {
    viewport: { width: Math.floor(width / zoom), height: Math.floor((HEIGHTS[width] ?? 768) / zoom) },
    deviceScaleFactor: zoom,
    isMobile: isTouch,
    hasTouch: isTouch,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...options,
  };
}
