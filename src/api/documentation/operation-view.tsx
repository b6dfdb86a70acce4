import { type Schema, objectName } from './api-document.ts';
import { type Field, FieldTable, fieldsOf, TypeName } from './field-table.tsx';
import type { Operation } from './operations.ts';
import { WithCode } from '#ui/with-code.tsx';

interface OperationViewProps {
  readonly operation: Operation;
  readonly objects: Readonly<Record<string, Schema>>;
}

/** One operation, with the path and summary visible and the rest in a disclosure. */
export function OperationView({ operation, objects }: OperationViewProps) {
  const { id, method, path, summary, description, access, body, example } = operation;
  return (
    <details id={id} className="group border-t border-rule">
      <summary className="grid cursor-pointer gap-x-4 gap-y-1 py-4 md:grid-cols-[5rem_1fr]">
        <span className="font-mono text-sm font-semibold text-accent">{method}</span>
        <span>
          <code className="wrap-anywhere font-semibold text-ink">{path}</code>
          <span className="mt-1 block text-muted">
            <WithCode text={summary ?? ''} />
          </span>
        </span>
      </summary>
      <div className="pb-10 md:pl-24">
        {description !== undefined && (
          <p className="max-w-[var(--measure)] font-serif">
            <WithCode text={description} />
          </p>
        )}
        <p className="mt-2 text-sm">
          <span className="font-semibold text-ink">Access:</span> {access}
        </p>
        <FieldTable caption="Parameters" fields={parametersOf(operation)} />
        {body !== null && (
          <FieldTable caption={`Body, ${body.type}`} fields={bodyFields(body.schema, objects)} />
        )}
        <Responses operation={operation} />
        <p className="eyebrow mt-5">Example</p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll wide code */}
        <pre tabIndex={0} className="mt-2 overflow-x-auto rounded bg-code p-4 text-sm text-ink">
          <code>{example}</code>
        </pre>
      </div>
    </details>
  );
}

function parametersOf({ parameters = [] }: Operation): Field[] {
  return parameters.map(({ name, in: location, required = false, schema, description }) => ({
    name: location === 'header' ? headerName(name) : name,
    location: { query: 'in the query', path: 'in the path', header: 'header' }[location] ?? location,
    isRequired: required,
    schema: description === undefined ? schema : { ...schema, description },
  }));
}

/** `if-match` → `If-Match`. */
const headerName = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

function bodyFields(schema: Schema, objects: Readonly<Record<string, Schema>>): Field[] {
  return fieldsOf(objects[objectName(schema) ?? ''] ?? schema);
}

function Responses({ operation }: { readonly operation: Operation }) {
  return (
    <div className="mt-5">
      <p className="eyebrow">Responses</p>
      <ul className="mt-2 border-b border-rule">
        {Object.entries(operation.responses).map(([status, { description, content }]) => {
          const [body] = Object.values(content ?? {});
          return (
            <li
              key={status}
              className="grid gap-x-6 border-t border-rule py-2 text-sm md:grid-cols-[13rem_1fr]"
            >
              <span>
                <code className="font-semibold text-ink">{status}</code>{' '}
                {body !== undefined && objectName(body.schema) !== null && <TypeName schema={body.schema} />}
              </span>
              <span>
                <WithCode text={description} />
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
