import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, type ViteDevServer, defineConfig, isRunnableDevEnvironment } from 'vite';
import { iconImports } from './scripts/icon-imports.ts';
import { readConfig } from './src/platform/config.server.ts';

export default defineConfig(({ command }) => ({
  plugins: [iconImports(), react(), tailwindcss(), serveApp()],
  appType: 'custom',
  ...(command === 'serve' && { server: listenOptions() }),
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: [
            'src/entry.client.ts',
            'src/splash.client.ts',
            'src/reader/home/home.css',
            'src/reader/home/home-with-latest.css',
            'src/reader/article/article.css',
            'src/reader/article-preview/article-preview.css',
            'src/reader/search/search.css',
            'src/reader/about/about.css',
            'src/reader/secondary-pages.css',
            'src/reader/layout/right-to-left.css',
            'src/reader/feeds/feed.css',
          ],
        },
      },
    },
    // Built separately from the public site, so that shared modules never become a chunk that readers must load.
    newsroom: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: '.vite/newsroom-manifest.json',
        // The text editor, which only the newsroom loads.
        chunkSizeWarningLimit: 600,
        rolldownOptions: { input: ['src/admin.client.tsx'] },
      },
    },
    ssr: {
      // Libraries are bundled, so that only their used parts are read and compiled (one icon instead of all). Packages
      // that run as separate programs or locate files relative to themselves are external, and optional ones that are not
      // installed. In development nothing is bundled, because many packages are CommonJS, which only the bundler can
      // convert to modules.
      resolve:
        command === 'build'
          ? {
              noExternal: true,
              external: ['@electric-sql/pglite', '@opentelemetry/api', 'harfbuzzjs', 'pg-native', 'sharp'],
            }
          : {},
      // However the process is started: without it, React renders at half the speed, to check how it is used.
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
      build: {
        outDir: 'dist/server',
        target: 'node24',
        // The client build copies public/.
        copyPublicDir: false,
        // Not minified, for readable stack traces; browsers never download it.
        minify: false,
        chunkSizeWarningLimit: 5_000,
        rolldownOptions: {
          input: {
            main: 'src/main.ts',
            // Entries, so that they have fixed names and exports: tests start the site from them (test/controlled-site.ts).
            app: 'src/app.ts',
            'run-site': 'src/run-site.server.ts',
            cli: 'src/cli/main.ts',
            'embedded-worker': 'src/platform/db/embedded-worker.server.ts',
            'html-worker': 'src/domain/articles/html-worker.server.ts',
            'decoder-process': 'src/domain/images/decoder-process.server.ts',
          },
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            // Without it a CommonJS module that is imported for its side effects, such as a polyfill, is evaluated after
            // modules that need it (decision 0082).
            strictExecutionOrder: true,
          },
        },
      },
    },
  },
}));

/** HOST and PORT, as `npm start` reads them. Never another port: it is part of every link. */
function listenOptions(): { host: string; port: number; strictPort: boolean } {
  const { host, port } = readConfig();
  return { host, port, strictPort: true };
}

/** The part of the app (`src/app.ts`) that the development server uses. */
interface App {
  fetch(request: Request): Response | Promise<Response>;
  close(): Promise<void>;
}

/**
 * For `npm run dev`: passes every request that Vite does not answer to the application, which runs from source. A
 * change of a server module closes the running application (only one can lock the data folder) and reloads open pages.
 */
function serveApp(): Plugin {
  let app: Promise<App> | undefined;

  async function start(server: ViteDevServer): Promise<App> {
    const { ssr } = server.environments;
    if (ssr === undefined || !isRunnableDevEnvironment(ssr))
      throw new Error('the ssr environment cannot run code');
    const { startDevelopment } = await ssr.runner.import<{
      startDevelopment: (port: number) => Promise<App>;
    }>('/src/development.server.ts');
    const address = server.httpServer?.address() as AddressInfo | null | undefined;
    if (!address) throw new Error('Vite is not listening');
    return startDevelopment(address.port);
  }

  /** The running application, or a new one. */
  function getApp(server: ViteDevServer): Promise<App> {
    app ??= start(server);
    return app;
  }

  async function fail(server: ViteDevServer, error: unknown): Promise<string> {
    await stop();
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    server.config.logger.error(text);
    return text;
  }

  async function stop(): Promise<void> {
    const running = app;
    app = undefined;
    await running?.then(({ close }) => close()).catch(() => undefined);
  }

  return {
    name: 'meridian:serve-app',
    apply: 'serve',
    configureServer(server) {
      server.httpServer?.once('close', () => void stop());
      const listener = getRequestListener(async (request) => {
        try {
          return await (await getApp(server)).fetch(request);
        } catch (error) {
          return new Response(await fail(server, error), { status: 500 });
        }
      });
      // At once, so that commands find it and errors are shown before the first request.
      server.httpServer?.once('listening', () => {
        getApp(server).catch((error: unknown) => fail(server, error));
      });
      return () => {
        server.middlewares.use((request, response) => {
          // Vite has removed its base from the URL; the application needs the original one.
          request.url = request.originalUrl ?? request.url ?? '/';
          void listener(request, response);
        });
      };
    },
    async hotUpdate({ file, modules, server }) {
      if (this.environment.name !== 'ssr' || modules.length === 0) return;
      await stop();
      // Modules that the browser has also loaded are updated by HMR without a reload, which preserves form input.
      const inBrowser = server.environments.client.moduleGraph.getModulesByFile(file) ?? new Set();
      if (inBrowser.size === 0) server.environments.client.hot.send({ type: 'full-reload' });
    },
  };
}
