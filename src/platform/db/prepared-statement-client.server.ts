import { Client, type ClientConfig } from 'pg';

/**
 * Limit of named statements. The site has about a hundred parameterized queries, and each prepared statement uses
 * memory.
 */
const MAX_STATEMENTS = 256;

type QueryMethod = (query: unknown, values?: unknown, ...rest: readonly unknown[]) => unknown;

/** Statement name by query text. Null for a text that was executed once, because one-time queries are not prepared. */
const names = new Map<string, string | null>();
let prepared = 0;

/**
 * A connection that uses a prepared statement from the second execution of a query on. Most queries look up a few rows
 * by an index; parsing and planning took three quarters of their time. Statements are prepared per connection, with the
 * same names on all connections.
 */
export class PreparedStatementClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const execute = this.query.bind(this) as QueryMethod;
    const queryByName: QueryMethod = (query, values, ...rest) =>
      execute(withName(query, values), values, ...rest);
    this.query = queryByName as typeof this.query;
  }
}

function withName(query: unknown, values: unknown): unknown {
  if (!isPlainQuery(query) || !Array.isArray(values) || values.length === 0) return query;
  const name = nameOf(query.text);
  return name === null ? query : { ...query, name };
}

function isPlainQuery(query: unknown): query is { readonly text: string } {
  if (typeof query !== 'object' || query === null || 'submit' in query) return false;
  return 'text' in query && typeof query.text === 'string' && !('name' in query && query.name !== undefined);
}

function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined && known !== null) return known;
  if (known === undefined && names.size >= MAX_STATEMENTS) return null;
  const name = known === null ? `statement_${++prepared}` : null;
  names.set(text, name);
  return name;
}
