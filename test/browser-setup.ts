import type { TestProject } from 'vitest/node';
import { type ChromiumBinary, findChromium } from './chromium.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the built site with its sample content answers. */
    siteUrl: string;
    chromium: ChromiumBinary;
  }
}

/** Runs once before all browser journeys: one browser to be found, one site to be visited. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', findChromium());
  const server = await startServer();
  project.provide('siteUrl', server.url);
  return async () => void (await server.stop());
}
