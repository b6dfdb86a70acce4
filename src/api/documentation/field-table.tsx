import { objectName, type Schema } from './api-document.ts';
import { idOf } from './operations.ts';
import { typeOf } from './schema-text.ts';
import { WithCode } from '#ui/with-code.tsx';

export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  /** The location in the request, for parameters. */
  readonly location?: string;
}

/** The properties of an object schema; empty for other schemas. */
export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  }));
}

interface FieldTableProps {
  readonly caption: string;
  readonly fields: readonly Field[];
}

export function FieldTable({ caption, fields }: FieldTableProps) {
  if (fields.length === 0) return null;
  return (
    <div className="mt-5">
      <p className="eyebrow">{caption}</p>
      <dl className="mt-2 border-b border-rule">
        {fields.map((field) => (
          <div
            key={field.name}
            className="grid gap-x-6 gap-y-1 border-t border-rule py-2 text-sm md:grid-cols-[13rem_1fr]"
          >
            <dt>
              <code className="wrap-anywhere font-semibold text-ink">{field.name}</code>
              <span className="block text-xs text-muted">
                {[field.location, field.isRequired && 'required'].filter(Boolean).join(', ')}
              </span>
            </dt>
            <dd>
              <TypeName schema={field.schema} />
              {field.schema.description !== undefined && (
                <p className="mt-1">
                  <WithCode text={field.schema.description} />
                </p>
              )}
              {field.schema.default !== undefined && (
                <p className="mt-1 text-muted">
                  Default: <code>{JSON.stringify(field.schema.default)}</code>
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The type as text. A named object links to the table of its fields. */
export function TypeName({ schema }: { readonly schema: Schema }) {
  const name = objectName(schema) ?? objectName(schema.items ?? {});
  if (name === null) return <span className="wrap-anywhere text-muted">{typeOf(schema)}</span>;
  return (
    <a className="text-accent underline underline-offset-2" href={`#${idOf(`object ${name}`)}`}>
      {typeOf(schema)}
    </a>
  );
}
