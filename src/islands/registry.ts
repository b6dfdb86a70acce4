import type { ComponentType } from 'react';

/**
 * Every island: its name in the HTML and the dynamic import of its component. An island is added here and rendered with
 * `<Island>`; the compiler checks that the name, the component and the props match.
 */
export const islands = {
  'comment-form': () => import('#reader/article/comment-form.tsx').then(({ CommentForm }) => CommentForm),
  'older-comments': () =>
    import('#reader/article/older-comments.tsx').then(({ OlderComments }) => OlderComments),
  'card-stack': () => import('#reader/home/card-stack.tsx').then(({ CardStack }) => CardStack),
  'contact-form': () => import('#reader/contact/contact-form.tsx').then(({ ContactForm }) => ContactForm),
  search: () => import('#reader/search/search-view.tsx').then(({ SearchView }) => SearchView),
  'subscribe-form': () =>
    import('#reader/newsletter/subscribe-form.tsx').then(({ SubscribeForm }) => SubscribeForm),
};

export type IslandRegistry = Readonly<Record<string, LoadIsland>>;

/** Imports a component. The module is fetched only when a page hydrates the island. */
export type LoadIsland = () => Promise<ComponentType<never>>;

type Islands = typeof islands;
export type IslandName = keyof Islands;
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<Islands[Name]>>;
export type IslandComponentProps<Name extends IslandName> = Serializable<PropsOf<IslandComponent<Name>>>;

type PropsOf<Component> = Component extends (props: infer Props) => unknown ? Props : never;

/** The same type if JSON preserves it. What JSON does not preserve (functions, dates, maps, sets) becomes `never`. */
export type Serializable<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends bigint | symbol | Unserializable
    ? never
    : { readonly [Key in keyof Value]: Serializable<Value[Key]> };

type Unserializable =
  | ((...input: never[]) => unknown)
  | Date
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;
