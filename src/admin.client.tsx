import './admin/admin.css';
import { guardHtmlSinks, parseWithoutScript } from '#admin/trusted-types.ts';

guardHtmlSinks();
parseWithoutScript();
// Fast Refresh must be there before the first component is; there is no index.html for Vite to put it into.
if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
const { startNewsroom } = await import('#admin/newsroom.tsx');
startNewsroom();
