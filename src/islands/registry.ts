import type { ComponentType } from 'react';

/**
 * Every island: its name in the HTML, and how the browser gets its component. A name is added here and drawn with
 * `<Island>`; the compiler compares the two.
 */
export const islands = {
  'comment-form': () => import('#reader/article/comment-form.tsx').then(({ CommentForm }) => CommentForm),
  'older-comments': () =>
    import('#reader/article/older-comments.tsx').then(({ OlderComments }) => OlderComments),
  'card-stack': () => import('#reader/home/card-stack.tsx').then(({ CardStack }) => CardStack),
  'contact-form': () => import('#reader/contact/contact-form.tsx').then(({ ContactForm }) => ContactForm),
  'subscribe-form': () =>
    import('#reader/newsletter/subscribe-form.tsx').then(({ SubscribeForm }) => SubscribeForm),
};

export type IslandRegistry = Readonly<Record<string, LoadIsland>>;

/** Gets a component; its module is only fetched when a page wakes the island. */
export type LoadIsland = () => Promise<ComponentType<never>>;

type Islands = typeof islands;
export type IslandName = keyof Islands;
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<Islands[Name]>>;
export type IslandProps<Name extends IslandName> = Serialisable<PropsOf<IslandComponent<Name>>>;

type PropsOf<Component> = Component extends (props: infer Props) => unknown ? Props : never;

/** The same type if it survives JSON; what does not (functions, dates, elements) becomes impossible to give. */
export type Serialisable<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends bigint | symbol | Unserialisable
    ? never
    : { readonly [Key in keyof Value]: Serialisable<Value[Key]> };

type Unserialisable =
  | ((...input: never[]) => unknown)
  | Date
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;
