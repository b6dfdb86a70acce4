import { describe, expect, test } from 'vitest';
import { mails } from '#platform/mail/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { prepareContactSite, MESSAGE_INPUT } from './contact-site.ts';

const site = prepareContactSite();
const { open, request, sendForm, stored } = site;

describe('the inbox', () => {
  test('lists messages with the delivery status of their emails, newest first', async () => {
    await open({}, ['refuse', 'accept']);
    const headers = await adminHeaders(site.app);
    // The newsroom then says "Emailed to you".
    expect(await (await site.app.fetch('/admin')).text()).toContain('data-emails="sent"');
    await sendForm({ ...MESSAGE_INPUT, subject: 'First' });
    await site.app.jobs.runDue();
    await sendForm({ ...MESSAGE_INPUT, subject: 'Second' });
    await sendForm({ ...MESSAGE_INPUT, subject: 'Spam', website: 'x' });
    const response = await request('', headers);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const list = (await response.json()) as { messages: { id: string }[] };
    const counts = { new: 2, read: 0, archived: 1 };
    expect(list).toMatchObject({ total: 3, page: 1, page_count: 1, counts });
    expect(list.messages).toMatchObject([
      { subject: 'Spam', state: 'archived', delivery: null },
      { subject: 'Second', state: 'new', delivery: { status: 'queued', attempts: 0 } },
      {
        ...MESSAGE_INPUT,
        subject: 'First',
        state: 'new',
        created_at: expect.stringMatching(/Z$/),
        delivery: { status: 'refused', last_error: expect.stringContaining('550') },
      },
    ]);
    const archived = await (await request('?state=archived', headers)).json();
    expect(archived).toMatchObject({ total: 1, counts, messages: [{ subject: 'Spam' }] });
    const past = await (await request('?page=2', headers)).json();
    expect(past).toMatchObject({ total: 3, page: 2, messages: [] });
    expect((await request('?state=lost', headers)).status).toBe(400);
    expect((await request('?page=0', headers)).status).toBe(400);
  });

  test('marks a message and deletes it, together with its unsent email', async () => {
    await open();
    const headers = await adminHeaders(site.app);
    await sendForm();
    const [message] = await stored();
    const path = `/${message?.id}`;
    expect(await (await request(path, headers)).json()).toMatchObject({ ...MESSAGE_INPUT, state: 'new' });
    const marked = await (await request(path, headers, 'PATCH', { state: 'read' })).json();
    expect(marked).toMatchObject({ id: message?.id, state: 'read' });
    expect((await request(path, headers, 'PATCH', { state: 'lost' })).status).toBe(422);
    expect((await request(path, headers, 'PATCH', { state: 'read', subject: 'Other' })).status).toBe(422);
    expect((await request(path, headers, 'DELETE')).status).toBe(204);
    expect((await request(path, headers, 'DELETE')).status).toBe(404);
    expect((await request(path, headers)).status).toBe(404);
    expect((await request(path, headers, 'PATCH', { state: 'new' })).status).toBe(404);
    expect((await request('/not-an-id', headers, 'DELETE')).status).toBe(400);
    expect(await stored()).toEqual([]);
    expect(await site.app.database.db.$count(mails, undefined)).toBe(0);
  });
});
