import type { Page } from 'playwright-core';
import type { NewsroomAccount, NewsroomServer } from '../newsroom.ts';
import { openPage, type Visitor } from './page.ts';

/** Opens a page with a stored session. Default account: the editor of the site. */
export async function signedInPage(
  site: Pick<NewsroomServer, 'url' | 'editor' | 'signIn'>,
  path: string,
  visitor: Visitor & { readonly account?: NewsroomAccount; readonly receivedAt?: number } = {},
): Promise<Page> {
  const { account = site.editor, receivedAt = Date.now(), ...rest } = visitor;
  const session = { ...(await site.signIn(account)), received_at: receivedAt };
  const storage = { ...rest.storage, 'newsroom.session': JSON.stringify(session) };
  return openPage(path, { ...rest, site: site.url, storage });
}
