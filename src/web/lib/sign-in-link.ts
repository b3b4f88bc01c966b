/**
 * Signs in by a link, `/account#sign-in=…`: its secret is in the fragment, which is never logged, and is removed from
 * the browser's history.
 * @returns whether the page was opened by such a link
 */
export function signInByLink(form: HTMLFormElement): boolean {
  const secret = /^#sign-in=([\w-]+)$/.exec(location.hash)?.[1];
  if (secret === undefined) return false;
  history.replaceState(null, '', location.pathname);
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'link';
  field.value = secret;
  form.append(field);
  form.submit(); // submit() skips the validation of the required key
  return true;
}
