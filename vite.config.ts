import { getRequestListener } from '@hono/node-server';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin, ViteDevServer } from 'vite';
import { defineConfig, isRunnableDevEnvironment } from 'vite';
import { iconImports } from './scripts/icon-imports.ts';

export default defineConfig(({ command }) => ({
  plugins: [iconImports(), react(), tailwindcss(), serveApp()],
  appType: 'custom',
  server: { port: 3000 },
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: { input: ['src/entry.client.ts', 'src/splash.client.ts'] },
      },
    },
    // Apart from the reader's side, so that what the two have in common never becomes a chunk readers wait for.
    newsroom: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: '.vite/newsroom-manifest.json',
        // the text editor, loaded by who writes
        chunkSizeWarningLimit: 600,
        rolldownOptions: { input: ['src/admin.client.tsx'] },
      },
    },
    ssr: {
      // Libraries are bundled, so that only what is used of them is read, compiled and kept: an icon instead of all.
      // What runs as its own program or finds its files by its own place stays where it is. In development they are
      // loaded as they are; many are CommonJS, which only a bundle can turn into modules.
      resolve:
        command === 'build'
          ? { noExternal: true, external: ['@electric-sql/pglite', 'pg-native', 'sharp'] }
          : {},
      build: {
        outDir: 'dist/server',
        target: 'node24',
        // public/ belongs to the browser's build
        copyPublicDir: false,
        // read by people when something goes wrong, downloaded by nobody
        minify: false,
        chunkSizeWarningLimit: 5_000,
        rolldownOptions: {
          input: {
            main: 'src/main.ts',
            cli: 'src/cli/main.ts',
            'embedded-worker': 'src/platform/db/embedded-worker.server.ts',
            'html-worker': 'src/domain/articles/html-worker.server.ts',
            'decoder-process': 'src/domain/images/decoder-process.server.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
}));

/** What `src/app.ts` makes: the whole site as one function from request to response. */
interface App {
  fetch(request: Request): Response | Promise<Response>;
  close(): Promise<void>;
}

/**
 * `npm run dev`: every request Vite does not answer itself goes to the application, run from source. A changed server
 * module closes the running application (the data folder is locked by one at a time) and reloads open pages.
 */
function serveApp(): Plugin {
  let app: Promise<App> | undefined;

  async function start(server: ViteDevServer): Promise<App> {
    const { ssr } = server.environments;
    if (ssr === undefined || !isRunnableDevEnvironment(ssr))
      throw new Error('the ssr environment cannot run code');
    const { startDevelopment } = await ssr.runner.import<{ startDevelopment: () => Promise<App> }>(
      '/src/development.server.ts',
    );
    return startDevelopment();
  }

  async function stop(): Promise<void> {
    const running = app;
    app = undefined;
    await running?.then((started) => started.close()).catch(() => undefined);
  }

  return {
    name: 'meridian:serve-app',
    apply: 'serve',
    configureServer(server) {
      server.httpServer?.once('close', () => void stop());
      const listener = getRequestListener(async (request) => {
        app ??= start(server);
        try {
          return await (await app).fetch(request);
        } catch (error) {
          await stop();
          const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
          server.config.logger.error(text);
          return new Response(text, { status: 500 });
        }
      });
      return () => {
        server.middlewares.use((request, response) => {
          // Vite has taken its base off; the application wants the address as it was asked for
          request.url = request.originalUrl ?? request.url ?? '/';
          void listener(request, response);
        });
      };
    },
    async hotUpdate({ file, modules, server }) {
      if (this.environment.name !== 'ssr' || modules.length === 0) return;
      await stop();
      // what the browser has loaded as well is swapped there without losing what was typed
      const inBrowser = server.environments.client.moduleGraph.getModulesByFile(file) ?? new Set();
      if (inBrowser.size === 0) server.environments.client.hot.send({ type: 'full-reload' });
    },
  };
}
