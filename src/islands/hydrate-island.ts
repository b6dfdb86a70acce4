import { type ComponentType, type ReactNode, createElement, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createInputReplay } from './input-replay.ts';

/**
 * Hydrates one island. Resolves when the component has mounted and its effects have run. If the component throws, during
 * hydration or later, the HTML from the server is put back.
 */
export function hydrateIsland(element: HTMLElement, component: ComponentType<never>): Promise<void> {
  const { props = '{}', prefix = '' } = element.dataset;
  const original = [...element.childNodes].map((node) => node.cloneNode(true));
  const replayInput = createInputReplay(element);
  return new Promise<void>((resolve, reject) => {
    const root = hydrateRoot(
      element,
      createElement(
        HydrationMarker,
        { onHydrated: resolve },
        createElement(component as ComponentType<object>, JSON.parse(props)),
      ),
      {
        identifierPrefix: prefix,
        onUncaughtError(error) {
          // React empties the element after this callback returns, so the HTML is restored in a later task.
          setTimeout(() => {
            root.unmount();
            element.replaceChildren(...original);
            reject(error instanceof Error ? error : new Error(String(error)));
          });
        },
      },
    );
  }).then(replayInput);
}

interface HydrationMarkerProps {
  readonly onHydrated: () => void;
  readonly children?: ReactNode;
}

function HydrationMarker({ onHydrated, children }: HydrationMarkerProps) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}
