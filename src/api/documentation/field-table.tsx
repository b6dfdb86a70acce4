import { objectName, type Schema } from './api-document.ts';
import { idOf } from './operations.ts';
import { typeOf } from './schema-text.ts';
import { WithCode } from './with-code.tsx';

export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  /** Where it stands in the request, for parameters. */
  readonly place?: string;
}

/** The members of an object; none for a schema that is no object. */
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
                {[field.place, field.isRequired && 'required'].filter(Boolean).join(', ')}
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

/** A type in words; an object with a name leads to where its fields stand. */
export function TypeName({ schema }: { readonly schema: Schema }) {
  const name = objectName(schema) ?? objectName(schema.items ?? {});
  if (name === null) return <span className="wrap-anywhere text-muted">{typeOf(schema)}</span>;
  return (
    <a className="text-accent underline underline-offset-2" href={`#${idOf(`object ${name}`)}`}>
      {typeOf(schema)}
    </a>
  );
}
