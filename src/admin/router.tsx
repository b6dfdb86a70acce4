import type { RouteObject } from 'react-router';
import { WaitingPage } from './frame/waiting-page.tsx';
import { Newsroom } from './frame/newsroom-gate.tsx';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { FaultPage } from './frame/fault-page.tsx';

/** Every address of the newsroom and the module that draws it. Each page is loaded when it is first needed. */
export const NEWSROOM_ROUTES: readonly RouteObject[] = [
  {
    ErrorBoundary: FaultPage,
    HydrateFallback: WaitingPage,
    children: [
      {
        path: '/login',
        lazy: async () => ({ Component: (await import('./login/login-page.tsx')).LoginPage }),
      },
      {
        path: '/admin',
        Component: Newsroom,
        children: [
          {
            index: true,
            lazy: async () => ({ Component: (await import('./dashboard/dashboard-page.tsx')).DashboardPage }),
          },
          {
            path: 'article-editor/:categorySlug/:id?',
            lazy: async () => ({ Component: (await import('./editor/editor-page.tsx')).EditorPage }),
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];
