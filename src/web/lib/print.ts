/** Unfolds the trees of responses for paper. */

/** Rows on paper, about. */
const MAX_ROWS = 5_000;

export function unfoldForPaper(): void {
  const opened: HTMLDetailsElement[] = [];
  const rows = document.getElementsByClassName('pg-json__row');
  addEventListener('beforeprint', async () => {
    while (rows.length < MAX_ROWS) {
      const folded = document.querySelector<HTMLDetailsElement>('.pg-json details:not([open])');
      if (folded === null) return;
      opened.push(folded);
      folded.open = true;
      folded.dispatchEvent(new Event('toggle')); // the browser's own comes after the printing
      await undefined; // what is in it is made now
    }
  });
  addEventListener('afterprint', () => {
    for (const one of opened.splice(0)) one.open = false;
  });
}
