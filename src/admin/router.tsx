import type { RouteObject } from 'react-router';
import { LoadingPage } from './shell/loading-page.tsx';
import { RequireRole } from './shell/require-role.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { ErrorPage } from './shell/error-page.tsx';

/** Every route of the newsroom and the module that renders it. Pages are loaded on demand. */
export const NEWSROOM_ROUTES: readonly RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingPage,
    children: [
      {
        path: '/login',
        lazy: async () => ({ Component: (await import('./login/login-page.tsx')).LoginPage }),
      },
      {
        path: '/admin',
        Component: RequireRole,
        children: [
          {
            index: true,
            lazy: async () => ({ Component: (await import('./dashboard/dashboard-page.tsx')).DashboardPage }),
          },
          {
            path: 'article-editor/:categorySlug/:id?',
            lazy: async () => ({ Component: (await import('./editor/editor-page.tsx')).EditorPage }),
          },
          {
            path: 'account',
            lazy: async () => ({ Component: (await import('./account/account-page.tsx')).AccountPage }),
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];
