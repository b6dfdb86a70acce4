import { type ComponentType, createElement, use, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { LocaleContext } from '#ui/locale.ts';
import type { IslandComponent, IslandName, IslandComponentProps } from './registry.ts';

/**
 * When an island is hydrated: when the browser is idle, when the island comes near the viewport, or when the user points
 * at it, focuses it or uses it. Interaction also hydrates the other two kinds early.
 */
export type HydrateOn = 'idle' | 'visible' | 'interaction';

export interface IslandProps<Name extends IslandName> {
  readonly name: Name;
  readonly component: IslandComponent<Name>;
  /** Serialized as JSON into the HTML. */
  readonly props: IslandComponentProps<Name> & object;
  readonly on: HydrateOn;
  readonly className?: string;
}

/** An interactive part of a page: rendered to HTML on the server, hydrated in the browser by `scheduleHydration`. */
export function Island<Name extends IslandName>({ component, props, ...place }: IslandProps<Name>) {
  return <IslandRoot {...place} component={component as ComponentType<never>} props={props} />;
}

export interface IslandRootProps {
  readonly name: string;
  readonly component: ComponentType<never>;
  readonly props: object;
  readonly on: HydrateOn;
  readonly className?: string;
}

/**
 * The island is a separate React root in the browser, so it is rendered as one here. Its position in the page becomes the
 * prefix of the ids in it: unique among islands of the same name, and equal on the server and in the browser.
 */
export function IslandRoot({ name, component, props, on, className }: IslandRootProps) {
  const prefix = `${name}${useId()}`;
  const island = createElement(component as ComponentType<object>, props);
  const html = renderToString(<LocaleContext value={use(LocaleContext)}>{island}</LocaleContext>, {
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
