/** "readTime" → "read_time". Only for names of ASCII letters. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** "read_time" → "readTime". */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The same members under names in snake_case. Nested objects are unchanged. */
export type SnakeKeys<T> = { [Name in keyof T as SnakeCase<Name & string>]: T[Name] };

/** The same members under names in camelCase. Nested objects are unchanged. */
export type CamelKeys<T> = { [Name in keyof T as CamelCase<Name & string>]: T[Name] };

export const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Renames the members of an object for the JSON of the API. */
export function toSnakeKeys<T extends object>(object: T): SnakeKeys<T> {
  return renameKeys(object, toSnakeCase) as SnakeKeys<T>;
}

/** Renames the members of an object from the JSON of the API. */
export function toCamelKeys<T extends object>(object: T): CamelKeys<T> {
  return renameKeys(object, toCamelCase) as CamelKeys<T>;
}

function renameKeys(object: object, rename: (name: string) => string): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [rename(name), value]));
}
