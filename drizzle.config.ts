// A plain object: `npm run db:generate` installs drizzle-kit in scripts/drizzle, so its types are not available here.
export default {
  dialect: 'postgresql',
  schema: ['./src/domain/**/tables.server.ts', './src/platform/*/tables.server.ts'],
  out: './migrations',
};
