import { appendFileSync } from 'node:fs';
import { buildSiteModules } from './build-site-modules.ts';
import { startNewsroom } from './newsroom-site.ts';
const modules = await buildSiteModules();
const site = await startNewsroom(modules, Number(process.argv[2] ?? 20));
const mark = (t: string) => appendFileSync('/tmp/n/trace.log', `${(performance.timeOrigin + performance.now()).toFixed(1)} ## ${t}\n`);
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms));
const read = async (p: string) => (await site.request('GET', p)).text();
for (let round = 0; round < 12; round++) {
  const slug = `news-${round}`;
  let article: any = await (await site.request('POST', '/api/newsroom/articles', { title: `News ${round}`, slug, excerpt: 'What has just happened.', content: `<p>${'Something has happened. '.repeat(150)}</p>`, category_slug: 'sports' })).json();
  const save = async (c: object, name: string) => {
    for (const p of ['/', '/sports', '/articles', '/article/synthetic-1']) await read(p);
    await wait(200);
    mark(`${name} ${round}`);
    const s = performance.now();
    article = await (await site.request('PUT', `/api/newsroom/articles/${article.id}`, { ...article, ...c }, { 'if-match': `"${article.revision}"` })).json();
    mark(`${name} ${round} saved ${(performance.now() - s).toFixed(1)}`);
    for (const p of [`/article/${slug}`, '/sports', '/articles', '/']) { const a = performance.now(); await site.tryRequest('GET', p).then((r) => r.text()); mark(`GET ${p} ${(performance.now() - a).toFixed(1)}`); }
    mark(`${name} ${round} total ${(performance.now() - s).toFixed(1)}`);
    await wait(50);
  };
  await save({ is_draft: false }, 'publish');
  await save({ title: `Other news ${round}` }, 'title');
  await save({ is_draft: true }, 'offline');
}
await site.stop();
