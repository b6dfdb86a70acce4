/** Builds one environment of vite.config.ts. The argument is its name in that file. */
import { createBuilder } from 'vite';
import { root } from './build-state.ts';

const [name = ''] = process.argv.slice(2);
const builder = await createBuilder({ root });
const environment = builder.environments[name];
if (!environment) throw new Error(`vite.config.ts has no environment "${name}"`);
await builder.build(environment);
