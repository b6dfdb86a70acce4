/** The head of `/api/openapi.json`; the routes describe themselves. */
export const openApiDocument = (siteName: string) => ({
  openapi: '3.1.0',
  info: {
    title: `${siteName} API`,
    version: '1',
    description:
      'Published articles, sections and comments are read by anyone. What lies under /newsroom needs the access ' +
      'token of an administrator: `Authorization: Bearer …`. Errors are problem details (RFC 9457) with a stable `code`.',
  },
  servers: [{ url: '/api' }],
});
