import type { Operations } from '../operation-run.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10"/></svg>';

const settings: Operations = [
  ['get /newsroom/settings', 200],
  ['patch /newsroom/settings', 200, { body: { publication_name: 'The Delta' } }],
  ['post /newsroom/settings/logos', 201, { body: LOGO }],
  ['post /newsroom/settings/icons', 201, { body: LOGO }],
  ['post /newsroom/settings/recipient-confirmations', 204],
  ['get /newsroom/system', 200],
  ['post /newsroom/system/mail-tests', 200],
  ['post /newsroom/system/storage-tests', 200],
];

const SECTION = { name: 'Weather', short_name: 'Weather', path_segment: 'weather', is_category: true };

const sections: Operations = [
  ['post /newsroom/sections', 201, { body: SECTION }],
  ['get /newsroom/sections', 200],
  ['get /newsroom/sections/{id}', 200],
  ['put /newsroom/sections/{id}', 200, { body: { ...SECTION, description: 'Rain and sun.' } }],
  [
    'put /newsroom/section-order',
    200,
    (run) => {
      const { sections: all } = run.last('get /newsroom/sections');
      return { etagOf: '/newsroom/sections', body: { slugs: all.map(({ slug }) => slug).toReversed() } };
    },
  ],
  ['delete /newsroom/sections/{id}', 204],
  ['get /newsroom/categories/{slug}', 200, { path: { slug: 'sports' } }],
  [
    'patch /newsroom/categories/{slug}',
    200,
    { path: { slug: 'sports' }, body: { description: 'Games and more.' } },
  ],
];

const PAGE = {
  title: 'Who we are',
  slug: 'who-we-are',
  excerpt: 'Our people.',
  content: '<p>Seven people.</p>',
  is_draft: false,
};
const ABOUT = { about_mission: ['To report.'], about_timeline_heading: 'Our history' };

const pages: Operations = [
  ['post /newsroom/pages', 201, { body: PAGE }],
  ['get /newsroom/pages', 200],
  ['get /newsroom/pages/{id}', 200],
  ['put /newsroom/pages/{id}', 200, { body: { ...PAGE, content: '<p>Eight people.</p>' } }],
  ['get /newsroom/pages/{id}/revisions', 200],
  ['get /newsroom/pages/{id}/revisions/{revision}', 200],
  ['post /newsroom/pages/previews', 200, { body: PAGE }],
  ['delete /newsroom/pages/{id}', 204],
  ['get /newsroom/about', 200],
  ['put /newsroom/about', 200, { body: ABOUT }],
  ['post /newsroom/about/previews', 200, { body: ABOUT }],
  ['get /newsroom/about/revisions', 200],
  ['get /newsroom/about/revisions/{revision}', 200],
];

const redirects: Operations = [
  ['post /newsroom/redirects', 201, { body: { from: '/old', to: '/about' } }],
  ['get /newsroom/redirects', 200],
  ['put /newsroom/redirects/{id}', 200, { body: { from: '/older', to: '/about' } }],
  ['delete /newsroom/redirects/{id}', 204],
  ['post /newsroom/redirects/imports', 200, { body: 'kind,from,to\nexact,/former,/about\n' }],
  ['get /newsroom/redirects/redirects.csv', 200],
  ['get /newsroom/redirects/unknown-addresses', 200],
  ['post /newsroom/redirects/ignored-addresses', 204, { body: { path: '/unknown', ignored: true } }],
];

const WEBHOOK = { name: 'Build', events: ['article.published'], is_enabled: true };

const webhooks: Operations = [
  ['post /newsroom/webhooks', 201, ({ site }) => ({ body: { ...WEBHOOK, url: site.receiver.url } })],
  ['get /newsroom/webhooks', 200],
  ['put /newsroom/webhooks/{id}', 200, ({ site }) => ({ body: { ...WEBHOOK, url: site.receiver.url } })],
  ['post /newsroom/webhooks/{id}/secrets', 201],
  ['post /newsroom/webhooks/{id}/tests', 202],
  ['get /newsroom/webhooks/{id}/deliveries', 200],
  ['post /newsroom/webhooks/{id}/deliveries/{delivery}/repetitions', 202],
  ['delete /newsroom/webhooks/{id}', 204],
];

const contact: Operations = [
  [
    'post /contact',
    201,
    { body: { name: 'Rita', email: 'rita@home.example', subject: 'Rain', message: 'It was ten days.' } },
  ],
  ['get /newsroom/messages', 200],
  ['get /newsroom/messages/{id}', 200],
  ['patch /newsroom/messages/{id}', 200, { body: { state: 'read' } }],
  ['delete /newsroom/messages/{id}', 204],
];

export const PUBLICATION_OPERATIONS: Operations = [
  ...settings,
  ...sections,
  ...pages,
  ...redirects,
  ...webhooks,
  ...contact,
];
