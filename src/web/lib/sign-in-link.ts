/**
 * Signs in by a link, `/account#sign-in=…`: its secret is in the fragment, which is in no log, and the browser's history
 * loses it.
 * @returns whether the page was opened by one
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
  form.submit(); // without a key, which is not asked for
  return true;
}
