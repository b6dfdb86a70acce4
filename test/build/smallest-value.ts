import { objectName, type Schema } from '../api-document.ts';

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '0197a5b0-0000-7000-8000-000000000000',
  date: '2030-01-01',
  'date-time': '2030-01-01T00:00:00.000Z',
};

/** The smallest value that is valid, except for patterns: the shortest text, no optional member, the first choice. */
export function smallestValue(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  const smallest = (part: Schema = {}) => smallestValue(part, schemas);
  const object = objectName(schema);
  if (object !== null) return smallest(schemas[object]);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return smallest(schema.anyOf[0]);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(smallest));
  const [type = ''] = [schema.type ?? []].flat();
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, smallest(schema.properties?.[name])]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => smallest(schema.items));
    case 'boolean':
      return false;
    case 'integer':
      return schema.minimum ?? 0;
    case 'string':
      return FORMATS[schema.format ?? ''] ?? 'a'.repeat(schema.minLength ?? 0);
    default:
      throw new Error(`the smallest value of type "${type}" is not known`);
  }
}
