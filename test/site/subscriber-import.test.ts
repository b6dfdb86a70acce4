import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newsletterSubscribers as subscribers } from '#domain/newsletter/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, testApp, type TestApp } from '../app.ts';
import { makeSubscribers } from '../newsletter.ts';

const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};
const WIDE = `email${',x'.repeat(120)}\na@r.example${',y'.repeat(120)}`;
const LATIN = Buffer.from('email;name\ninfo@m\u00fcller.example;M', 'latin1');
const BRACKETS = 'email\nAnn <a@r.example>\n"""Ada, B"" <b@r.example>"\n<c@r.example>\nmailto:d@r.example';

describe.each(databaseKindsFor(import.meta.filename))('a list to import (%s database)', (databaseKind) => {
  let app: TestApp;
  let headers: { readonly authorization: string };
  beforeAll(async () => {
    app = await testApp({ databaseKind, clock: () => new Date('2026-05-06T12:00:00Z') });
    headers = await adminHeaders(app);
  });
  afterAll(() => app.close());
  afterEach(async () => void (await app.database.db.delete(subscribers)));

  const post = (path: string, body: string | Buffer, query = 'as=pending') =>
    app.fetch(`/api/newsroom/newsletter/imports${path}?${query}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body: new Blob([new Uint8Array(Buffer.from(body))]),
    });
  async function bring(body: string | Buffer, query?: string) {
    const response = await post('', body, query);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  async function preview(body: string | Buffer, query?: string) {
    const response = await post('/preview', body, query);
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  }
  const all = () => app.database.db.select().from(subscribers).orderBy(subscribers.email);
  const emails = async () => (await all()).map(({ email }) => email).join(' ');

  it.each<[string, string | Buffer, string]>([
    ['CR', 'email,name\ra@r.example,A\rb@r.example,B\r', 'a@r.example b@r.example'],
    ['CRLF', 'email,name\r\na@r.example,A\r\nb@r.example,B', 'a@r.example b@r.example'],
    ['a byte order mark', '\uFEFFemail,name\na@r.example,A', 'a@r.example'],
    ['UTF-16, little endian', utf16('email\tname\na@r.example\tZoë', false), 'a@r.example'],
    ['UTF-16, big endian', utf16('email\tname\njürgen@r.example\tZoë', true), 'jürgen@r.example'],
    ['Windows-1252', LATIN, 'info@xn--mller-kva.example'],
    ['the line of Excel', 'sep=;\r\nemail;name\r\na@r.example;A,B\r\n', 'a@r.example'],
    ['tabs', 'name\temail\nA\ta@r.example', 'a@r.example'],
    ['more than a hundred columns', WIDE, 'a@r.example'],
    ['no names', 'a@r.example\n\nb@r.example\n', 'a@r.example b@r.example'],
    ['no names, the address second', 'Ann,a@r.example\nBob,b@r.example', 'a@r.example b@r.example'],
    ['a name nobody knows', 'Name,Adresse\nAnn,a@r.example\nBob,b@r.example', 'a@r.example b@r.example'],
    ['Email Address', 'Email Address\na@r.example', 'a@r.example'],
    ['email_address', 'email_address\na@r.example', 'a@r.example'],
    ['E-mail', 'E-mail\na@r.example', 'a@r.example'],
    ['names around the address', BRACKETS, 'a@r.example b@r.example c@r.example d@r.example'],
    ['an address twice', 'email\ninfo@ü.example\nINFO@xn--tda.example', 'info@xn--tda.example'],
    ['a broken quote', 'email,name\na@r.example,"Ann" B\nb@r.example,B', 'b@r.example'],
    ['addresses of hosts', 'email\na@b\nroot@localhost\na@r.example', 'a@r.example'],
  ])('may have %s', async (_, list, expected) => {
    expect((await bring(list)).status).toBe(200);
    expect(await emails()).toBe(expected);
  });

  it.each([
    ['2024-01-31 10:05:00', '2024-01-31T10:05:00.000Z'],
    ['2024-01-31T10:05:00+02:00', '2024-01-31T08:05:00.000Z'],
    ['2024-01-31 10:05:00 +0200', '2024-01-31T08:05:00.000Z'],
    ['2024-01-31', '2024-01-31T00:00:00.000Z'],
    ['01/31/2024', '2024-01-31T00:00:00.000Z'],
    ['31/01/2024 14:05', '2024-01-31T14:05:00.000Z'],
    ['31.1.2024', '2024-01-31T00:00:00.000Z'],
    ['1/31/2024 2:05 PM', '2024-01-31T14:05:00.000Z'],
    ['1/31/2024 12:05 am', '2024-01-31T00:05:00.000Z'],
  ])('may have the date %s', async (date, expected) => {
    await bring(`email,consent,confirmed_at\na@r.example,form,${date}\n`, 'as=confirmed');
    expect((await all()).map(({ confirmedAt }) => confirmedAt?.toISOString())).toEqual([expected]);
  });

  it('with an ambiguous date asks, unless another date decides', async () => {
    const list = 'email,created_at\na@r.example,03/04/2024\n';
    const asked = await bring(list);
    expect([asked.status, asked.body['detail']]).toEqual([422, expect.stringContaining('in two ways')]);
    expect(await preview(list)).toMatchObject({ date_order: null, problems: [expect.any(String)], added: 1 });
    expect(await all()).toEqual([]);
    const month = async () => (await all())[0]?.createdAt.getUTCMonth();
    for (const [text, query, expected] of [
      [list, 'as=pending&date_order=month_first', 2],
      [list, 'as=pending&date_order=day_first', 3],
      [`${list}b@r.example,13/04/2024\n`, 'as=pending', 3],
      [`${list}b@r.example,04/13/2024\n`, 'as=pending', 2],
    ] as const) {
      expect((await bring(text, query)).status).toBe(200);
      expect(await month()).toBe(expected);
      await app.database.db.delete(subscribers);
    }
    expect((await bring(`${list}b@r.example,13/04/2024\nc@r.example,04/13/2024`)).status).toBe(422);
  });

  it('is previewed without changing anything, and the import does what the preview says', async () => {
    await makeSubscribers(app.database, ['known@r.example']);
    const list =
      'E-mail,Full name,Status,Opted in on\n' +
      'new@r.example,Ann,active,2024-01-01\nknown@r.example,Bob,active,\ngone@r.example,Cy,bounced,\nnobody,Di,active,\n';
    const query = 'as=pending&columns=email,ignore,status,subscribed_at';
    const unclear = await preview(list);
    expect(unclear).toMatchObject({
      has_names: true,
      problems: [expect.stringContaining('“Opted in on”')],
      columns: [
        { name: 'E-mail', meaning: 'email', is_unclear: false },
        { name: 'Full name', meaning: 'ignore', is_unclear: false },
        { name: 'Status', meaning: 'status', is_unclear: false },
        { name: 'Opted in on', meaning: 'ignore', is_unclear: true },
      ],
    });
    expect((await bring(list)).status).toBe(422);
    const counts = { added: 2, confirmed: 0, unconfirmed: 1, opted_out: 1, ended: 0, known: 1, refused: 1 };
    const found = await preview(list, query);
    expect(found).toMatchObject({ ...counts, problems: [], total: 4 });
    expect(found['rows']).toEqual([
      { record: 1, values: ['new@r.example', 'Ann', 'active', '2024-01-01'], outcome: 'unconfirmed' },
      { record: 2, values: ['known@r.example', 'Bob', 'active', ''], outcome: 'known' },
      { record: 3, values: ['gone@r.example', 'Cy', 'bounced', ''], outcome: 'opted_out' },
      { record: 4, values: ['nobody', 'Di', 'active', ''], outcome: 'refused' },
    ]);
    expect(await emails()).toBe('known@r.example');
    expect((await bring(list, query)).body).toMatchObject(counts);
    const before = await all();
    expect((await bring(list, query)).body).toMatchObject({ added: 0, known: 3, refused: 1 });
    expect(await all()).toEqual(before);
    expect((await bring(list, 'as=pending&columns=email')).status).toBe(422);
    expect((await bring(list, 'as=pending&columns=email,ignore,status,name')).status).toBe(400);
  });

  it('with states in a column of another name asks', async () => {
    const list = 'email,Group\na@r.example,active\nb@r.example,bounced\n';
    expect((await bring(list)).body['detail']).toContain('“Group”');
    await bring(list, 'as=pending&columns=email,status');
    expect((await all()).map(({ status }) => status)).toEqual(['pending', 'unsubscribed']);
  });

  it('gives back all refused records with the reasons, as CSV', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `nobody${index};=1+1`).join('\n');
    const response = await post('/refused', `Mail;Note\na@r.example;fine\n"x"y;z\n${many}\n`);
    const lines = (await response.text()).split('\r\n');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(lines).toHaveLength(153);
    expect(lines.slice(0, 3)).toEqual([
      'record,line,reason,Mail,Note',
      '2,3,Line 3 continues after a closing quote.,"""x""y;z"',
      "3,4,Mail is not an email address,nobody0,'=1+1",
    ]);
    expect((await post('/refused', '"a')).status).toBe(422);
  });

  it('leaves other requests their turn while it is long', async () => {
    const records = Array.from({ length: 90_000 }, (_, index) => `r${index}@r.example,${'x'.repeat(80)}`);
    const progress = { isDone: false, answered: 0 };
    const previewing = preview(`email,note\n${records.join('\n')}`).finally(() => {
      progress.isDone = true;
    });
    while (!progress.isDone) {
      expect((await app.fetch('/about')).status).toBe(200);
      progress.answered += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await previewing).toMatchObject({ total: 90_000, added: 90_000 });
    expect(progress.answered).toBeGreaterThan(20);
  });
});
