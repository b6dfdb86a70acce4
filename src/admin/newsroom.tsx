import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Toasts } from './components/toast.tsx';
import { ROOT_ID } from './publication.ts';
import { createQueryClient } from './query-client.ts';
import { NEWSROOM_ROUTES } from './router.tsx';
import { startSessionChecks } from './session/newsroom-session.ts';

/** Renders the newsroom into the document that the server sends for `/login` and `/admin`. */
export function startNewsroom(): void {
  const root = document.getElementById(ROOT_ID);
  if (root === null) throw new Error(`The document has no element #${ROOT_ID}`);
  startSessionChecks();
  createRoot(root).render(
    <StrictMode>
      {/* The content security policy blocks style elements. The style sheet has the rules that the components need. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={createBrowserRouter([...NEWSROOM_ROUTES])} />
          <Toasts />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
