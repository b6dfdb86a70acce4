import { Client, type ClientConfig } from 'pg';

/** Of the texts of a site that are asked with values: there are about a hundred, and each prepared one takes memory. */
const KEPT = 256;

type Ask = (asked: unknown, values?: unknown, ...rest: readonly unknown[]) => unknown;

/** Null for a text that was asked once: what is asked at a start only is not worth keeping. */
const names = new Map<string, string | null>();
let prepared = 0;

/**
 * A connection that has the database prepare what it is asked a second time. Most of our queries find a row or a page
 * of rows by an index, and reading and planning their text took three quarters of their time. Each connection prepares
 * for itself; the names are the same for all of them.
 */
export class PreparingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const ask = this.query.bind(this) as Ask;
    const askByName: Ask = (asked, values, ...rest) => ask(named(asked, values), values, ...rest);
    this.query = askByName as typeof this.query;
  }
}

function named(asked: unknown, values: unknown): unknown {
  if (!isPlainQuery(asked) || !Array.isArray(values) || values.length === 0) return asked;
  const name = nameOf(asked.text);
  return name === null ? asked : { ...asked, name };
}

function isPlainQuery(asked: unknown): asked is { readonly text: string } {
  if (typeof asked !== 'object' || asked === null || 'submit' in asked) return false;
  return 'text' in asked && typeof asked.text === 'string' && !('name' in asked && asked.name !== undefined);
}

function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined && known !== null) return known;
  if (known === undefined && names.size >= KEPT) return null;
  const name = known === null ? `statement_${++prepared}` : null;
  names.set(text, name);
  return name;
}
