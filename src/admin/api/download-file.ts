import { authenticatedFetch } from './authenticated-fetch.ts';
import { saveFile } from './save-file.ts';

/** Saves the response to a GET as a file. A link would not send the access token. Throws `ApiError`. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const response = await authenticatedFetch(path);
  saveFile(name, await response.blob());
}
