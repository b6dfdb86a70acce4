import type { ComponentType, ReactNode } from 'react';
import { createElement, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { takeTyped } from './typed-input.ts';

/**
 * Hydrates one island; resolves when it is on the page and its effects have run. If the component throws, now or later,
 * the HTML from the server comes back in its place.
 */
export function hydrateIsland(element: HTMLElement, component: ComponentType<never>): Promise<void> {
  const { props = '{}', prefix = '' } = element.dataset;
  const original = [...element.childNodes].map((node) => node.cloneNode(true));
  const giveBack = takeTyped(element);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const root = hydrateRoot(
    element,
    createElement(
      Awake,
      { onAwake: resolve },
      createElement(component as ComponentType<object>, JSON.parse(props)),
    ),
    {
      identifierPrefix: prefix,
      onUncaughtError(error) {
        // after React has emptied the element, which it does once this has returned
        setTimeout(() => {
          root.unmount();
          element.replaceChildren(...original);
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      },
    },
  );
  return promise.then(giveBack);
}

function Awake({ onAwake, children }: { readonly onAwake: () => void; readonly children?: ReactNode }) {
  useEffect(onAwake, [onAwake]);
  return children;
}
