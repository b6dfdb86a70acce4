/** The top-level fields of `/api/openapi.json`. Each route adds its own description. */
export const openApiHeader = (siteName: string) => ({
  openapi: '3.1.0',
  info: {
    title: `${siteName} API`,
    version: '1',
    description:
      'Anyone can read published articles, sections and comments. Routes under /newsroom require the access ' +
      'token of an administrator: `Authorization: Bearer …`. Errors are problem details (RFC 9457) with a stable `code`.',
  },
  servers: [{ url: '/api' }],
});
