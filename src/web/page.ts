/** The script of a playground's page: remembers choices, copies, fills in variables, runs requests. */
import { connectButtons } from './lib/buttons.ts';
import { countDown } from './lib/countdown.ts';
import { showMacKeys } from './lib/mac-keys.ts';
import { enliven } from './lib/playground.ts';
import { unfoldForPaper } from './lib/print.ts';
import { showSignedIn } from './lib/signed-in.ts';
import { rememberTabs } from './lib/tabs.ts';
import { rememberTheme } from './lib/theme-switch.ts';

rememberTheme();
showMacKeys();
rememberTabs();
connectButtons();
countDown();
unfoldForPaper();
if (window.parent === window) void showSignedIn();
for (const article of document.querySelectorAll<HTMLElement>('article.playground')) enliven(article);
