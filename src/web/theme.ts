/** Applies the theme that the reader chose last, and whether they are signed in, before the first paint. */
import { forBrowser } from './lib/storage.ts';

const chosen = forBrowser.get('theme');
if (forBrowser.get('signed-in') !== null) document.documentElement.dataset['signedIn'] = '';
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['theme'] = chosen;
