import { Hono } from 'hono';
import type { z } from 'zod';
import { type ErrorCode, type PublicError, retryAfterHeader, toPublicError } from '#http/errors.server.ts';
import { limitBody } from '#http/middleware/body-limit.ts';
import { networkOf } from '#http/network.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { Log } from '#platform/log.server.ts';
import { HONEYPOT } from '#reader/components/honeypot.tsx';
import type { PublicationReader } from '#reader/publication.ts';
import { type FormFields, parseForm } from './form-body.server.ts';
import { rejectCrossSite } from './cross-site.ts';

export interface FormDeps {
  readonly publications: PublicationReader;
  /** Number of reverse proxies in front of the server. */
  readonly trustProxy: number;
  readonly log: Log;
}

/** A public form: its schema, and the handler of valid input. */
export interface Form<Input> {
  /** A Hono path pattern. */
  readonly path: string;
  readonly schema: z.ZodType<Input>;
  /** Runs the command and returns the path to redirect to. */
  submit(input: Input, submission: Submission): Promise<string>;
  /** The page with the submitted fields and the error. It can throw `PageNotFound` or `PageGone` instead. */
  renderAgain(fields: FormFields, error: FormError, submission: Submission): string | Promise<string>;
}

export interface Submission {
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** Of the client, for rate limits. */
  readonly network: string;
  /** Value of the honeypot field, which is hidden from people. */
  readonly honeypotValue: string;
}

/** Why a form was refused. */
export interface FormError {
  readonly code: ErrorCode;
  /** Empty if the error has no message for readers. */
  readonly message: string;
  /** A message for each field with an invalid value. */
  readonly fieldErrors: FormFields;
}

/**
 * Handles a form as a browser without script submits it: success redirects (303), any other result renders the form
 * again with the error and its status, or 503 for any server error. The rendered page is for one reader, so it must not be
 * stored. Its referrer policy has to allow an `Origin`, or else the form could not be submitted again over plain http.
 */
export function formRoute<Input>(form: Form<Input>, { publications, trustProxy, log }: FormDeps): Hono {
  return new Hono().post(form.path, limitBody(), async (context) => {
    rejectCrossSite(context.req.raw, publications.current().site.url);
    const fields = await parseForm(context);
    const submission = {
      params: context.req.param(),
      network: networkOf(context, trustProxy),
      honeypotValue: fields[HONEYPOT] ?? '',
    };
    try {
      return context.redirect(await form.submit(validate(form.schema, fields), submission), 303);
    } catch (error) {
      const publicError = toPublicError(error, log);
      const body = await form.renderAgain(fields, formErrorOf(error, publicError), submission);
      const status = publicError.status < 500 ? publicError.status : 503;
      const headers = { 'cache-control': 'no-store', ...retryAfterHeader(publicError) };
      return context.html(body, status, headers);
    }
  });
}

/** Throws `unprocessable` with the first error of each field. */
function validate<Input>(schema: z.ZodType<Input>, fields: FormFields): Input {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
  throw new DomainError('unprocessable', '', { fields: Object.fromEntries(errors.toReversed()) });
}

function formErrorOf(error: unknown, { code, message }: PublicError): FormError {
  if (!(error instanceof DomainError)) return { code, message: '', fieldErrors: {} };
  return { code, message: error.message === '' ? '' : message, fieldErrors: error.details.fields ?? {} };
}
