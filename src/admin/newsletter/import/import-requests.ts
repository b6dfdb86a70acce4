import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ImportedAs } from '#domain/newsletter/subscriber.ts';
import type { ColumnMeaning } from '#domain/newsletter/subscribers/import/column-meanings.ts';
import type { DateOrder } from '#domain/newsletter/subscribers/import/list-dates.ts';
import type { api, ResponseBody } from '../../api-client.ts';
import { saveFile } from '../../api/save-file.ts';
import { sendFile } from '../../components/import-form.tsx';

type Imports = (typeof api)['newsroom']['newsletter']['imports'];
export type ImportPreview = ResponseBody<Awaited<ReturnType<Imports['preview']['$post']>>>;
export type SubscriberImportReport = ResponseBody<Awaited<ReturnType<Imports['$post']>>>;

/** A list, and what the newsroom has said about it. */
export interface ListToImport {
  readonly file: File;
  readonly as: ImportedAs;
  /** By the position of the column; those without one mean what their name says. */
  readonly meanings: Readonly<Record<number, ColumnMeaning>>;
  readonly dateOrder: DateOrder | null;
}

const PATH = '/api/newsroom/newsletter/imports';

function pathOf(path: string, { as, meanings, dateOrder }: ListToImport, columns: number): string {
  const query = new URLSearchParams({ as });
  if (Object.keys(meanings).length > 0)
    query.set('columns', Array.from({ length: columns }, (_, index) => meanings[index] ?? '').join(','));
  if (dateOrder !== null) query.set('date_order', dateOrder);
  return `${PATH}${path}?${query.toString()}`;
}

const identityOf = ({ name, size, lastModified }: File) => ({ name, size, lastModified });

/**
 * What the import would do.
 *
 * @param columns the number of columns of the list; 0 before the first preview
 */
export const importPreviewQuery = (list: ListToImport, columns: number) =>
  queryOptions({
    queryKey: ['import preview', identityOf(list.file), list.as, list.meanings, list.dateOrder],
    queryFn: async ({ signal }) => {
      const response = await sendFile(pathOf('/preview', list, columns), list.file, signal);
      return (await response.json()) as ImportPreview;
    },
    // Subscribers may have changed when the dialog is opened again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
  });

export async function importList(list: ListToImport, columns: number): Promise<SubscriberImportReport> {
  return (await (await sendFile(pathOf('', list, columns), list.file)).json()) as SubscriberImportReport;
}

/** Saves the refused records with their reasons. */
export async function downloadRefused(list: ListToImport, columns: number): Promise<void> {
  const response = await sendFile(pathOf('/refused', list, columns), list.file);
  saveFile('refused.csv', await response.blob());
}
