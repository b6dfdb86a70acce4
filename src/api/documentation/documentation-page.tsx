import { pageTags } from '#domain/articles/cache-tags.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import { renderHeadedPage } from '#reader/headed-page.tsx';
import type { Publication } from '#reader/publication.ts';
import type { ApiDocument } from './api-document.ts';
import { WithCode } from '#ui/with-code.tsx';
import { groupOperations, type Operation } from './operations.ts';

/** Lists the operations of the API. Fields and responses are in the OpenAPI document, which any viewer of it can show. */
export function documentationPage(publication: Publication, document: ApiDocument): Rendered {
  const { site } = publication;
  const groups = groupOperations(document);
  return renderHeadedPage(publication, {
    title: 'API',
    description: `How other programs read ${site.name} and manage its newsroom.`,
    // It is for programmers, and only the newsroom links to it.
    path: null,
    tags: [pageTags.site],
    content: (
      <div className="grid gap-12 pt-10 lg:grid-cols-[14rem_1fr]">
        <nav aria-label="Contents" className="text-sm lg:sticky lg:top-24 lg:self-start">
          <ul className="grid gap-2">
            {[{ id: 'ground-rules', title: 'Ground rules' }, ...groups].map(({ id, title }) => (
              <li key={id}>
                <a className="hover:text-accent hover:underline" href={`#${id}`}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-col gap-14">
          <GroundRules />
          {groups.map(({ id, title, operations }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} className="pb-4 text-2xl">
                {title}
              </h2>
              <ul>
                {operations.map((operation) => (
                  <OperationItem key={`${operation.method} ${operation.path}`} operation={operation} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    ),
  });
}

function GroundRules() {
  return (
    <section id="ground-rules" aria-labelledby="ground-rules-title">
      <h2 id="ground-rules-title" className="text-2xl">
        Ground rules
      </h2>
      <div className="mt-4 grid max-w-[var(--measure)] gap-4 [&_a]:underline">
        <p>
          Requests and responses are JSON. The OpenAPI document at{' '}
          <a href="/api/openapi.json">/api/openapi.json</a> describes all fields and responses; programs
          generate clients from it, and viewers show it as pages.
        </p>
        <p>
          Anyone can read published content, also from pages of other sites. Every response has an{' '}
          <code>ETag</code>. Send it in <code>If-None-Match</code>, and unchanged content is not sent again.
        </p>
        <p>
          The newsroom requires the access token of a session: <code>Authorization: Bearer …</code>. The API
          uses no cookies. A save names in <code>If-Match</code> the revision that it is based on, so that it
          cannot overwrite changes of others.
        </p>
        <p>
          Errors are problem details (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>) with a
          stable <code>code</code>, a <code>detail</code> that can be shown to users, and the errors of the{' '}
          <code>fields</code>.
        </p>
      </div>
    </section>
  );
}

function OperationItem({ operation: { method, path, summary, access } }: { readonly operation: Operation }) {
  return (
    <li className="grid gap-x-4 gap-y-1 border-t border-rule py-3 md:grid-cols-[5rem_1fr]">
      <span className="font-mono text-sm font-semibold text-accent">{method}</span>
      <span>
        <code className="wrap-anywhere font-semibold text-ink">{path}</code>
        <span className="mt-1 block text-muted">
          <WithCode text={summary} />
        </span>
        <span className="block text-sm text-muted">{access}</span>
      </span>
    </li>
  );
}
