import { expect } from 'vitest';
import { DAY_MS } from '#platform/durations.ts';
import { makeArticle } from '../factories.ts';
import { issueRequest } from '../newsletter.ts';
import { prepareMailSiteOfAdmin } from './mail-site.ts';

/** A site that sends issues of the newsletter, on a Friday, 11:00 in Nairobi. */
export function prepareIssuesSite(databaseKind: 'embedded' | 'server') {
  const env = { TIME_ZONE: 'Africa/Nairobi', SITE_ADDRESS: '1 High Street; Ur' };
  const site = prepareMailSiteOfAdmin({ databaseKind, start: '2026-05-08T08:00:00Z', env });
  const newsroom = (path: string, body?: unknown, more = {}) =>
    issueRequest(site.app, { ...site.headers, ...more }, path, body);
  const articleAt = (date: Date, title: string) =>
    makeArticle(site.app.database, { title, publishDate: date });
  const daysAgo = (days: number) => new Date(site.now.getTime() - days * DAY_MS);

  async function createDraft() {
    await articleAt(daysAgo(2), 'Two days old');
    await articleAt(daysAgo(1), 'One day old');
    return newsroom('POST /issues');
  }
  async function createApprovedIssue() {
    const { body, etag } = await createDraft();
    const response = await newsroom(`PUT /issues/${body.id}/approval`, undefined, { 'if-match': etag });
    expect([response.status, response.body.status]).toEqual([200, 'approved']);
    return response;
  }

  return Object.assign(site, { newsroom, articleAt, daysAgo, createDraft, createApprovedIssue });
}
