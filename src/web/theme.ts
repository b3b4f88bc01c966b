/** Applies the theme that the reader chose last, before the first paint. */
const chosen = localStorage.getItem('theme');
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['theme'] = chosen;
