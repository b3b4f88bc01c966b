/** The script of a collection's page: values that are typed once, and the section in view. */
const cards = [...document.querySelectorAll<HTMLElement>('.pg-card')];

/** Fills a value into every card; a card shows its own field while there is none. */
function fill({ dataset, value }: HTMLInputElement): void {
  for (const field of cards.flatMap((card) => [...card.querySelectorAll<HTMLInputElement>('[data-fills]')])) {
    if (field.dataset['fills'] !== dataset['fills']) continue;
    field.closest<HTMLElement>('.pg-var')?.toggleAttribute('hidden', value !== '');
    if (field.value === value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

for (const field of document.querySelectorAll<HTMLInputElement>('.pg-collection__values [data-fills]')) {
  field.addEventListener('input', () => fill(field));
  if (field.value !== '') fill(field);
}

// One language for all cards.
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || target.name !== 'language') return;
  for (const menu of document.querySelectorAll<HTMLSelectElement>('.pg-card select[name=language]'))
    if ([...menu.options].some(({ value }) => value === target.value)) menu.value = target.value;
});

const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('.pg-collection__link')].map((link) => [
    link.hash.slice(1),
    link,
  ]),
);
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      for (const [id, link] of links)
        if (id === target.id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
    }
  },
  { rootMargin: '-10% 0px -80% 0px' },
);
for (const section of document.querySelectorAll('.pg-collection section[id]')) observer.observe(section);
