import type { TestProject } from 'vitest/node';
import { type ChromiumBinary, findChromium } from './chromium.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the built site with its sample content. */
    siteUrl: string;
    chromium: ChromiumBinary;
  }
}

/** Runs once before all browser tests: finds the browser and starts one site. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', findChromium());
  const server = await startServer();
  project.provide('siteUrl', server.url);
  return async () => void (await server.stop());
}
