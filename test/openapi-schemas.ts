// It adds `openapi()` to the schemas that are created afterwards. The API calls it on schemas of the domain, which an
// earlier test file of the worker may have loaded without the API.
import '@hono/zod-openapi';
