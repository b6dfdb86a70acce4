import { authenticatedFetch } from './authenticated-fetch.ts';

/** Saves the response to a GET as a file. A link would not send the access token. Throws `ApiError`. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const response = await authenticatedFetch(path);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
