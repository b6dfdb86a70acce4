import { z } from '@hono/zod-openapi';
import { MAX_REPORTED_ERRORS, type ImportReport } from '#platform/import-report.ts';

/** The response of an import. `known` says in the API documentation which records count as known. */
export const importReport = (known: string) =>
  z.object({
    added: z.int(),
    known: z.int().meta({ description: known }),
    refused: z.int(),
    errors: z.array(z.object({ record: z.int(), reason: z.string() })).meta({
      description: `The first ${MAX_REPORTED_ERRORS} refused records, numbered from 1, without the header.`,
    }),
  }) satisfies z.ZodType<ImportReport>;
