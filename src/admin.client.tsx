import './admin/admin.css';
import { guardHtmlSinks, parseWithoutScript } from '#admin/trusted-types.ts';

guardHtmlSinks();
parseWithoutScript();
// The Fast Refresh preamble must run before the first component; there is no index.html into which Vite could insert
// it.
if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
const { startNewsroom } = await import('#admin/newsroom.tsx');
startNewsroom();
