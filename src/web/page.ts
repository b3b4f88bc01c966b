/** What the page of a playground can do more with scripts: remember choices, copy, fill in, run. */
import { addCopyButtons } from './lib/copy.ts';
import { enliven } from './lib/playground.ts';
import { rememberTabs } from './lib/tabs.ts';
import { rememberTheme } from './lib/theme-switch.ts';

rememberTheme();
rememberTabs();
addCopyButtons(document);
for (const article of document.querySelectorAll<HTMLElement>('article.playground')) enliven(article);
