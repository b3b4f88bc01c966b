/** Shows what is typed into a secret field, and hides it again. */
export function revealOnClick(scope: HTMLElement): void {
  scope.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-reveals]') : null;
    const field = button?.previousElementSibling;
    if (button === null || !(field instanceof HTMLInputElement)) return;
    const isHidden = field.type === 'password';
    field.type = isHidden ? 'text' : 'password';
    button.ariaPressed = String(isHidden);
  });
}
