/**
 * The script of a card in a frame. It posts the card's name and height to the page around it and takes the page's theme.
 *
 * Shares a value that a reader types with the same variable in the other cards of the same owner in the page, as long as
 * the page is open. Values of secret variables stay in their card.
 *
 * A broadcast channel reaches only documents of our own origin, and only one page's frames know this one's name: the
 * embedding page, which has another origin, cannot read a value, and nothing is stored.
 */
import { defaultOf, type Field, fieldsOf, isSecret, nameOf, put } from './lib/fields.ts';

interface Typed {
  /** Set by a new card, which requests the values typed in the others. */
  asks?: boolean;
  name?: string;
  value?: string;
}

const root = document.documentElement;
const asked = new URLSearchParams(location.search);
const card = document.querySelector<HTMLElement>('.pg-card');
const accent = asked.get('accent') ?? '';
if (CSS.supports('color', accent)) {
  root.style.setProperty('--pg-accent', accent);
  root.style.setProperty('--pg-accent-hover', `color-mix(in srgb, ${accent} 85%, black)`);
  // White on a dark color, black on a light one.
  root.style.setProperty('--pg-on-accent', `oklch(from ${accent} calc((0.65 - l) * 1000) 0 0)`);
}

if (window.parent !== window) {
  window.parent.postMessage({ title: document.title }, '*');
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || !['light', 'dark', 'auto'].includes(data?.theme)) return;
    root.dataset['theme'] = data.theme;
  });
  if (card !== null && asked.get('height') === 'auto') {
    card.classList.add('pg-card--free');
    new ResizeObserver(() => window.parent.postMessage({ height: card.offsetHeight }, '*')).observe(card);
  }
}

const page = location.hash.slice(1);
const owner = card?.dataset['owner'] ?? '';
if (page !== '' && owner !== '' && window.parent !== window) {
  const channel = new BroadcastChannel(`values ${page} ${owner}`);
  const send = (message: Typed) => channel.postMessage(message);
  const typed = new Map<string, string>();

  const share = (target: EventTarget | null) => {
    const field = target as Field; // a control, as all that send this event
    const { value } = field;
    const name = nameOf(field);
    if (name === '' || isSecret(field) || typed.get(name) === value) return;
    typed.set(name, value);
    send({ name, value });
  };
  document.addEventListener('input', ({ target }) => share(target));

  channel.addEventListener('message', ({ data }: MessageEvent<Typed>) => {
    const { asks = false, name, value } = data; // sent by this script in another frame
    if (asks) for (const [name, value] of typed) send({ name, value });
    if (name === undefined || value === undefined) return;
    typed.set(name, value);
    for (const field of fieldsOf(document)) if (nameOf(field) === name && !isSecret(field)) put(field, value);
  });
  send({ asks: true });
  // Typed before this script ran.
  for (const field of fieldsOf(document)) if (field.value !== defaultOf(field)) share(field);
}
