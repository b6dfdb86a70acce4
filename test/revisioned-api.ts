import type { ApiResponse, NewsroomApi } from './newsroom-api.ts';

interface Revisioned {
  readonly id: string;
  readonly revision: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Requests for resources of the newsroom API with revisions. @param path of all of them, such as `/pages` */
export function revisionedApi<Resource extends Revisioned>(path: string) {
  const ifMatch = ({ revision }: Revisioned) => ({ 'if-match': `"${revision}"` });
  return {
    /** Throws unless the response is 201. */
    async create(newsroom: NewsroomApi, fields: Fields): Promise<Resource> {
      const { status, body } = await newsroom.request<Resource>('POST', path, fields);
      if (status !== 201)
        throw new Error(`POST ${path} was answered with ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    /** Saves a change on top of the given revision. */
    save: (newsroom: NewsroomApi, resource: Resource, change: Fields): Promise<ApiResponse<Resource>> =>
      newsroom.request<Resource>(
        'PUT',
        `${path}/${resource.id}`,
        { ...resource, ...change },
        ifMatch(resource),
      ),
    delete: (newsroom: NewsroomApi, resource: Resource) =>
      newsroom.request('DELETE', `${path}/${resource.id}`, undefined, ifMatch(resource)),
  };
}
