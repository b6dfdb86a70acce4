import { openDatabase } from './open-database.server.ts';

/** Opens the database in the given folder and inserts numbers endlessly; prints each number after its commit. */
const database = await openDatabase({ dataDir: process.argv[2] ?? '', create: true, maintenanceMs: 40 });
await database.maintain(async (client) => {
  await client.query('create table if not exists numbers (number int primary key, padding text)');
  const { rows } = await client.query<{ next: number }>(
    'select coalesce(max(number), 0) + 1 as next from numbers',
  );
  process.stdout.write('open\n');
  for (let number = rows[0]?.next ?? 1; ; number += 1) {
    await client.query('insert into numbers values ($1, $2)', [number, 'x'.repeat(number % 3000)]);
    process.stdout.write(`${number}\n`);
    if (number % 50 === 0) await client.query('checkpoint');
  }
});
