// A plain object: drizzle-kit is installed below scripts/drizzle by `npm run db:generate`, so its types are not here.
export default {
  dialect: 'postgresql',
  schema: ['./src/domain/*/tables.server.ts', './src/platform/*/tables.server.ts'],
  out: './migrations',
};
