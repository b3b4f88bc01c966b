/** What a page can do more with scripts: remember choices, copy, fill in. */
import { addCopyButtons } from './lib/copy.ts';
import { rememberTabs } from './lib/tabs.ts';
import { rememberTheme } from './lib/theme-switch.ts';

rememberTheme();
rememberTabs();
addCopyButtons(document);
