/** Unfolds the trees of responses for paper. */

/** Rows on paper, about; and parts that are unfolded at a time. */
const MAX_ROWS = 5_000;
const AT_A_TIME = 50;

export function unfoldForPaper(): void {
  const opened = new Set<HTMLDetailsElement>();
  addEventListener('beforeprint', async () => {
    while (document.querySelectorAll('.pg-json__row').length < MAX_ROWS) {
      const folded = document.querySelectorAll<HTMLDetailsElement>('.pg-json details:not([open])');
      if (folded.length === 0) return;
      for (const one of [...folded].slice(0, AT_A_TIME)) {
        opened.add(one);
        one.open = true;
        one.dispatchEvent(new Event('toggle')); // the browser's own comes after the printing
      }
      await undefined; // what is in them is made now
    }
  });
  addEventListener('afterprint', () => {
    for (const one of opened) one.open = false;
    opened.clear();
  });
}
