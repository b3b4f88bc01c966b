/** What the worker threads of the pool load: every module with work for them. */
import './pages/large-views.tsx';
import './pages/picture.tsx';
import './pages/shown-command.ts';
import './plugins/json.ts';
import './services/exports.ts';
import './services/imports.ts';
import './services/masking.ts';
import './services/programs.ts';
import './services/rewrite-command.ts';
import './services/sharing.ts';
import './services/site-check.ts';

export { work as default } from './runtime/pool.ts';
