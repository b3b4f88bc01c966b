/** Shows what embeds a playground, and says its height in the code: a page that keeps it free does not jump. */
export function previewEmbed(details: HTMLDetailsElement): void {
  const code = details.querySelector('code');
  if (code === null) return;
  const before = code.textContent ?? '';
  const frame = document.createElement('iframe');
  frame.title = 'Preview';
  addEventListener('message', ({ source, data }) => {
    const height = Number((data as { height?: unknown } | null)?.height);
    if (source === null || source !== frame.contentWindow || !(height > 0)) return;
    frame.style.height = `${height}px`;
    code.textContent = before.replace('></div>', ` style="min-height:${height}px"></div>`);
  });
  details.addEventListener(
    'toggle',
    () => {
      frame.src = details.dataset['preview'] ?? '';
      details.append(frame);
    },
    { once: true },
  );
}
