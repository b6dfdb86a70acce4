import type { ComponentType } from 'react';
import { createElement, useId } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandComponent, IslandName, IslandProps } from './registry.ts';

/**
 * When an island's script is fetched: when the browser has nothing else to do, when it comes near the window, or when
 * somebody points at it, focuses it or uses it. The last also wakes the other two early.
 */
export type WakeOn = 'idle' | 'visible' | 'interaction';

export interface IslandOptions<Name extends IslandName> {
  readonly name: Name;
  readonly component: IslandComponent<Name>;
  /** Goes to the browser as JSON. */
  readonly props: IslandProps<Name> & object;
  readonly on: WakeOn;
  readonly className?: string;
}

/** A part of a page that becomes interactive: plain HTML here, hydrated in the browser by `wakeIslands`. */
export function Island<Name extends IslandName>({ component, props, ...place }: IslandOptions<Name>) {
  return <IslandPlace {...place} component={component as ComponentType<never>} props={props} />;
}

export interface IslandPlaceOptions {
  readonly name: string;
  readonly component: ComponentType<never>;
  readonly props: object;
  readonly on: WakeOn;
  readonly className?: string;
}

/**
 * The island is a React root of its own in the browser, so it is drawn as one here. Its place in the page is the prefix
 * of the ids in it: unique even among islands of one name, and the same on both sides.
 */
export function IslandPlace({ name, component, props, on, className }: IslandPlaceOptions) {
  const prefix = `${name}${useId()}`;
  const html = renderToString(createElement(component as ComponentType<object>, props), {
    identifierPrefix: prefix,
  });
  return (
    <div
      className={className}
      data-island={name}
      data-on={on}
      data-prefix={prefix}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
