import { objectName, type Schema } from './api-document.ts';

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'date and time',
  uuid: 'id',
  uri: 'address',
  binary: 'bytes of a file',
};

/** The type as text: `date and time or null`, `list of text`, `Article`. */
export function typeOf(schema: Schema): string {
  const name = objectName(schema);
  if (name !== null) return name;
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? 'anything' : types.map((type) => plainType(type, schema)).join(' or ');
}

function plainType(type: string, { format, items }: Schema): string {
  if (type === 'array') return `list of ${items === undefined ? 'anything' : typeOf(items)}`;
  if (type === 'string') return FORMATS[format ?? ''] ?? 'text';
  return { integer: 'whole number', boolean: 'true or false', null: 'null' }[type] ?? type;
}

/** An example value for a request. */
export function exampleOf(schema: Schema, objects: Readonly<Record<string, Schema>>): unknown {
  const named = objects[objectName(schema) ?? ''];
  if (named !== undefined) return exampleOf(named, objects);
  const { properties, required = [] } = schema;
  if (properties === undefined) return exampleValue(schema, objects);
  const included = Object.entries(properties).filter(
    ([name]) => required.length === 0 || required.includes(name),
  );
  return Object.fromEntries(included.map(([name, property]) => [name, exampleOf(property, objects)]));
}

function exampleValue(schema: Schema, objects: Readonly<Record<string, Schema>>): unknown {
  const known = schema.example ?? schema.const ?? schema.enum?.[0] ?? schema.default;
  if (known !== undefined) return known;
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return exampleOf(first, objects);
  const [type] = [schema.type ?? []].flat();
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items, objects)];
  return { integer: 1, boolean: true }[type ?? ''] ?? '…';
}
