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

// The section in view is marked in the contents.
const links = [...document.querySelectorAll<HTMLAnchorElement>('.pg-collection__link')];
/** Marked until the reader scrolls: the section of a link may be too near to the end to come to the top. */
let chosen = location.hash;

/** The section whose top is in the upper part of the window; the last one at the end of the page. */
function inView(): HTMLAnchorElement | undefined {
  const { scrollTop, scrollHeight } = document.documentElement;
  if (scrollTop === 0) return links[0];
  if (scrollTop + window.innerHeight > scrollHeight - 2) return links.at(-1);
  const topOf = ({ hash }: HTMLAnchorElement) =>
    document.getElementById(hash.slice(1))?.getBoundingClientRect().top ?? 0;
  return links.findLast((link) => topOf(link) < window.innerHeight * 0.3) ?? links[0];
}

function mark(): void {
  const current = links.find(({ hash }) => hash === chosen) ?? inView();
  for (const link of links)
    if (link === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
}

for (const link of links)
  link.addEventListener('click', () => {
    chosen = link.hash;
    mark();
  });
for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
  addEventListener(
    type,
    () => {
      chosen = '';
    },
    { passive: true },
  );
for (const type of ['scroll', 'resize']) addEventListener(type, mark);
mark();
