import type { Database } from '#platform/db/database.ts';
import type { TestAccount } from '../accounts.ts';
import type { ApiDocument, DocumentedOperation } from '../api-document.ts';
import { Authenticator } from '../authenticator.ts';
import { mailedLink } from '../newsroom.ts';
import type { WebhookReceiver } from '../webhook-receiver.ts';
import { smallestValue } from './smallest-value.ts';

/** Sent in their order. An operation may be sent several times. */
export type Operations = readonly (readonly [
  operation: string,
  status: number,
  input?: Input | ((run: OperationRun) => Input | Promise<Input>),
])[];

interface Input {
  /** Who sends it, if the operation needs an account. By default an administrator. */
  readonly as?: string;
  /**
   * Parameters in the path. By default ids are those of the last resource that was created in their collection, or the first
   * that was listed; others have the smallest valid value.
   */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Members that are added to the smallest valid body; or a whole body in the first content type of the operation. */
  readonly body?: Readonly<Record<string, unknown>> | string | Uint8Array<ArrayBuffer>;
  /** The path whose ETag `If-Match` has. By default the nearest that has one: the own one, or one above. */
  readonly etagOf?: string;
}

/** What the operations are sent to, and what they refer to. */
export interface OperationSite {
  readonly url: string;
  /** The public address, which has a host name: there are no passkeys at an IP address. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly database: Database;
  readonly receiver: WebhookReceiver;
  readonly admin: TestAccount;
  readonly author: TestAccount;
}

/** The status and the body of a response; or the error that prevented the request. */
export interface Result {
  readonly expected: number;
  readonly status: number | undefined;
  readonly text: string;
}

/** The members that later operations refer to. Each response has some of them. */
interface Body {
  readonly id: string;
  readonly revision: number;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly challenge: string;
  readonly user: { readonly id: string };
  readonly secret: string;
  readonly recovery_codes: readonly string[];
  readonly sessions: readonly { readonly id: string; readonly is_current: boolean }[];
  readonly comments: readonly { readonly id: string }[];
  readonly sections: readonly { readonly slug: string }[];
}

/** Sends operations one after the other. What they return is the input of later ones. */
export class OperationRun {
  readonly site: OperationSite;
  readonly results = new Map<string, Result[]>();
  /** The statuses of a request without `If-Match`, and of one that is based on another revision, before the valid one. */
  readonly preconditions = new Map<string, readonly [missing: number, stale: number]>();
  private readonly document: ApiDocument;
  private readonly bodies = new Map<string, Body>();
  private readonly ids = new Map<string, string>();
  private readonly accessTokens = new Map<string, string>();
  private readonly authenticators = new Map<string, Authenticator>();

  constructor(site: OperationSite, document: ApiDocument) {
    this.site = site;
    this.document = document;
  }

  async sendAll(operations: Operations): Promise<void> {
    for (const [operation, expected, input = {}] of operations) {
      const result = await this.send(operation, input).catch((error: unknown) => ({ text: String(error) }));
      const results = this.results.get(operation) ?? [];
      results.push({ expected, status: undefined, ...result });
      this.results.set(operation, results);
    }
  }

  /** The last response of an operation. */
  last(operation: string): Body {
    const body = this.bodies.get(operation);
    if (body === undefined) throw new Error(`${operation} has not succeeded before`);
    return body;
  }

  /** The id of the last resource that was created in a collection, or of the first that was listed. */
  id(collection: string): string {
    const id = this.ids.get(collection);
    if (id === undefined) throw new Error(`nothing in ${collection} is known`);
    return id;
  }

  /** The token of the link in the newest email to an address. */
  async mailedToken(address: string, parameter: string): Promise<string> {
    const link = await mailedLink(this.site.dataDir, address, parameter);
    return link.slice(link.indexOf('=') + 1);
  }

  /** Creates the passkey of an account with the options that an operation has returned. */
  createPasskey(account: string, operation: string) {
    const authenticator = new Authenticator(this.site.publicUrl);
    this.authenticators.set(account, authenticator);
    return authenticator.create(this.last(operation));
  }

  /** The response of that passkey to the options that an operation has returned. */
  usePasskey(account: string, operation: string) {
    return this.authenticators.get(account)?.sign(this.last(operation));
  }

  private async send(operation: string, given: Operations[number][2] = {}) {
    const input = typeof given === 'function' ? await given(this) : given;
    const [method = '', template = ''] = operation.split(' ');
    const documented = this.document.paths[template]?.[method];
    if (documented === undefined) throw new Error('not in the OpenAPI document');
    const { as = 'admin' } = input;
    const path = template.replaceAll(
      /\{(\w+)\}/g,
      (placeholder, name: string) => input.path?.[name] ?? this.parameter(template, placeholder, documented),
    );
    const body = this.bodyOf(documented, input);
    const query = input.query === undefined ? '' : `?${new URLSearchParams(input.query).toString()}`;
    const request = (more: Readonly<Record<string, string>>) =>
      this.fetch(path + query, {
        method: method.toUpperCase(),
        headers: {
          ...(documented.security?.length && this.authorization(as)),
          ...(body && { 'content-type': body.type }),
          ...more,
        },
        ...(body && { body: body.content }),
      });
    const isConditional = documented.parameters?.some(({ name }) => name === 'if-match');
    const etag = isConditional ? await this.etagFor(template, path, input) : undefined;
    if (etag !== undefined)
      this.preconditions.set(operation, [
        (await request({})).status,
        (await request({ 'if-match': otherTag(etag) })).status,
      ]);
    const response = await request(etag === undefined ? {} : { 'if-match': etag });
    const text = await response.text();
    if (response.ok && isJson(response)) this.remember(operation, as, JSON.parse(text) as Body);
    return { status: response.status, text };
  }

  private fetch(path: string, init: RequestInit): Promise<Response> {
    return fetch(`${this.site.url}/api${path}`, { ...init, redirect: 'manual' });
  }

  private authorization(account: string): { readonly authorization: string } {
    return { authorization: `Bearer ${this.accessTokens.get(account) ?? ''}` };
  }

  private parameter(template: string, placeholder: string, { parameters = [] }: DocumentedOperation): string {
    const { schema = {} } = parameters.find(({ name }) => `{${name}}` === placeholder) ?? {};
    if (schema.format === 'uuid') return this.id(template.slice(0, template.indexOf(`/${placeholder}`)));
    return String(smallestValue(schema, this.document.components.schemas));
  }

  private bodyOf({ requestBody }: DocumentedOperation, { body = {} }: Input) {
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    if (type === undefined || content === undefined) return undefined;
    if (typeof body === 'string' || body instanceof Uint8Array) return { type, content: body };
    const smallest = smallestValue(content.schema, this.document.components.schemas);
    return { type, content: JSON.stringify(Object.assign({}, smallest, body)) };
  }

  /** Reads the own path, and those above it, until one has an ETag. */
  private async etagFor(template: string, path: string, { as = 'admin', etagOf }: Input): Promise<string> {
    if (template === '') throw new Error('no path has an ETag');
    const canBeRead = etagOf !== undefined || this.document.paths[template]?.['get'] !== undefined;
    const response = canBeRead
      ? await this.fetch(etagOf ?? path, { headers: this.authorization(as) })
      : undefined;
    await response?.bytes();
    return response?.headers.get('etag') ?? this.etagFor(parentOf(template), parentOf(path), { as });
  }

  private remember(operation: string, account: string, body: Body): void {
    this.bodies.set(operation, body);
    if ('access_token' in body) this.accessTokens.set(account, body.access_token);
    const [method, template = ''] = operation.split(' ');
    const id = findId(body);
    if (id !== undefined && (method === 'post' || !this.ids.has(template))) this.ids.set(template, id);
  }
}

/** Another tag of the same form. */
const otherTag = (etag: string) =>
  etag.replace(/[^"](?="$)/, (last) =>
    /\d/.test(last) ? String((Number(last) + 1) % 10) : 'ab'.replace(last, '').slice(0, 1),
  );

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

const isJson = ({ headers }: Response) => /\bjson\b/.test(headers.get('content-type') ?? '');

/** The `id` of an object, or else the first one in its members. */
function findId(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('id' in value && typeof value.id === 'string') return value.id;
  for (const member of Object.values(value)) {
    const id = findId(member);
    if (id !== undefined) return id;
  }
  return undefined;
}
