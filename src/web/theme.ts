/** Applies the theme that the reader chose last, and whether they are signed in, before the first paint. */
const chosen = localStorage.getItem('theme');
if (localStorage.getItem('signed-in') !== null) document.documentElement.dataset['signedIn'] = '';
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['theme'] = chosen;
