/** The script of a collection's page: values that are typed once, and the section in view. */
import { type Field, fieldsOf, nameOf, put } from './lib/fields.ts';
import { markMissing } from './lib/missing.ts';

const values = document.querySelector('.pg-collection__values');
const shared = values === null ? [] : fieldsOf(values);

/** The fields of cards that a value for all fills. */
const filledBy = (value: Field) =>
  [...document.querySelectorAll<Field>('.pg-card [data-fills]')].filter(
    (field) => nameOf(field) === nameOf(value),
  );

function fill(value: Field): void {
  for (const field of filledBy(value)) put(field, value.value);
}

for (const value of shared) {
  for (const field of filledBy(value)) field.closest('.pg-var')?.setAttribute('hidden', '');
  value.addEventListener('input', () => fill(value));
  if (value.value !== '') fill(value);
}

// A value that is missing is asked for where it is typed.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement; // what is submitted
    const needed = shared.filter((value) => filledBy(value).some((field) => field.form === form));
    if (!markMissing(needed)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

// One language for all cards.
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || target.name !== 'language') return;
  for (const menu of document.querySelectorAll<HTMLSelectElement>('.pg-collection select[name=language]'))
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
