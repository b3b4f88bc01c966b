/** Measures a page: what of its controls is out of reach, and which of their words are broken. */
import type { Frame } from 'playwright-core';

/** What is wrong with the layout of a page at its present width, each as one line. */
export async function layoutProblems(frame: Frame): Promise<string[]> {
  // The loader of the tests keeps the names of functions by a helper of its own, which a page lacks.
  await frame.evaluate('globalThis.__name ??= (one) => one');
  return frame.evaluate(measure);
}

/** Runs in the page. */
function measure(): string[] {
  const found = new Set<string>();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1)
    found.add(`the page scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}`);
  const nameOf = (one: Element) => {
    const text = one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40) ?? '';
    return `<${one.tagName.toLowerCase()}${one.id === '' ? '' : `#${one.id}`}> ${JSON.stringify(text)}`;
  };
  const round = ({ left, top, right, bottom }: DOMRect) =>
    [left, top, right, bottom].map((one) => Math.round(one)).join();

  // What is open on top of the page is all that can be used.
  const scope = document.querySelector(':popover-open, dialog[open]') ?? document;
  const controls = [
    ...scope.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [contenteditable=true], .pg-tabs__item, .pg-seg__item, .pg-bar__theme',
    ),
  ].filter((one) => {
    if (!one.checkVisibility({ visibilityProperty: true })) return false;
    if (one.matches('.pg-skip:not(:focus)')) return false; // out of view until the keyboard reaches it
    // Within a visible label, or for screen readers alone.
    if (getComputedStyle(one).opacity === '0' || one.offsetWidth === 1) return false;
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1;
  });

  for (const one of controls) {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    let isScrolled = false;
    let isScrolledY = false;
    for (let around = one.parentElement; around !== null && around !== root; around = around.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX) && around.scrollWidth > around.clientWidth) isScrolled = true;
      if (/auto|scroll/.test(overflowY) && around.scrollHeight > around.clientHeight) isScrolledY = true;
      const isCutX =
        /hidden|clip/.test(overflowX) &&
        textOverflow !== 'ellipsis' &&
        (left < box.left - 1 || right > box.right + 1);
      const isCutY =
        !isScrolledY && /hidden|clip/.test(overflowY) && (top < box.top - 1 || bottom > box.bottom + 1);
      if (!isScrolled && (isCutX || isCutY)) found.add(`${nameOf(one)} is cut by ${nameOf(around)}`);
      if (/hidden|clip/.test(overflowX) && textOverflow === 'ellipsis') isScrolled = true;
    }
    if (!isScrolled && (left < -0.5 || right > root.clientWidth + 0.5))
      found.add(`${nameOf(one)} is beyond the edge: ${Math.round(left)} to ${Math.round(right)}`);
  }

  /** The parts of a control that are not scrolled out of, or cut by, what is around it. */
  const seen = (one: Element) => {
    const parts = [...one.getClientRects()];
    for (let around = one.parentElement; around !== null && around !== root; around = around.parentElement) {
      if (getComputedStyle(around).overflow.startsWith('visible')) continue;
      const box = around.getBoundingClientRect();
      for (const [index, { left, top, right, bottom }] of parts.entries()) {
        const [x, y] = [Math.max(left, box.left), Math.max(top, box.top)];
        const width = Math.max(0, Math.min(right, box.right) - x); // a negative one would count from the other side
        parts[index] = new DOMRect(x, y, width, Math.max(0, Math.min(bottom, box.bottom) - y));
      }
    }
    return parts.filter(({ width, height }) => width > 1 && height > 1);
  };
  const boxes = controls.map((one) => [one, seen(one)] as const);
  for (const [index, [one, rects]] of boxes.entries())
    for (const [other, others] of boxes.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      // The button in a field shows its value.
      if (other.matches('[data-reveals]') && other.previousElementSibling === one) continue;
      // What has just been done floats over the page; the commands to start from stand in the empty editor.
      if ([one, other].some((each) => each.closest('.pg-toast, .pg-editor__starts') !== null)) continue;
      // A control and its own label.
      if (one.closest('label')?.contains(other) || other.closest('label')?.contains(one)) continue;
      for (const a of rects)
        for (const b of others) {
          const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (width > 1 && height > 1)
            found.add(`${nameOf(one)} and ${nameOf(other)} overlap: ${round(a)} and ${round(b)}`);
        }
    }

  const words = document.createRange();
  for (const one of document.querySelectorAll<HTMLElement>(
    '.pg-btn, .pg-tabs__item, .pg-seg__item, .pg-badge, .pg-method, summary, thead th',
  )) {
    if (!one.checkVisibility() || one.offsetWidth <= 1) continue;
    if (one.matches('.pg-btn') && one.scrollWidth > one.clientWidth + 1)
      found.add(`the text of ${nameOf(one)} is wider than the button`);
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
        words.setStart(text, index);
        words.setEnd(text, index + word.length);
        const tops = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) found.add(`the word “${word}” of ${nameOf(one)} is broken`);
      }
  }

  // Last, because it scrolls: whether a click on each one's left part reaches it.
  const hit = (one: Element) => {
    const [first] = one.getClientRects();
    if (first === undefined) return null;
    return document.elementFromPoint(
      first.left + Math.min(first.width / 2, 12),
      first.top + Math.min(first.height / 2, 12),
    );
  };
  for (const one of controls) {
    const reaches = () => {
      const at = hit(one);
      return at !== null && (one.contains(at) || (at.closest('label')?.contains(one) ?? false));
    };
    if (reaches()) continue;
    one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const at = hit(one);
    if (!reaches())
      found.add(`${nameOf(one)} is covered by ${at === null ? 'nothing: it is out of view' : nameOf(at)}`);
  }
  window.scrollTo(0, 0);
  return [...found].slice(0, 10);
}
