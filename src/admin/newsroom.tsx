import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Toasts } from './parts/toast.tsx';
import { ROOT_ID } from './publication.ts';
import { createQueryClient } from './query-client.ts';
import { NEWSROOM_ROUTES } from './router.tsx';
import { startSessionChecks } from './session/newsroom-session.ts';

/** Draws the newsroom into the document the server has answered `/login` or `/admin` with. */
export function startNewsroom(): void {
  const root = document.getElementById(ROOT_ID);
  if (root === null) throw new Error(`The document has no element #${ROOT_ID}`);
  startSessionChecks();
  createRoot(root).render(
    <StrictMode>
      {/* Style elements are against the policy; what the parts need of them is in the style sheet. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={createBrowserRouter([...NEWSROOM_ROUTES])} />
          <Toasts />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
