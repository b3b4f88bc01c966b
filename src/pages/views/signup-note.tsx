/** Says how to get an account: the operator's words, with addresses as links. */
export function SignupNote({
  note = 'The operator of this server gives accounts.',
}: {
  note?: string | undefined;
}) {
  return note.split(/(\s)/).map((word) => {
    const href = linkOf(word);
    return href === undefined ? (
      word
    ) : (
      <a class="pg-whole" href={href}>
        {word}
      </a>
    );
  });
}

const linkOf = (word: string): string | undefined =>
  /^https?:\/\//.test(word) ? word : /^[^@]+@[^@]+$/.test(word) ? `mailto:${word}` : undefined;

/** Where the operator can be asked: the first address of the note. */
export const contactIn = (note = ''): string | undefined =>
  note
    .split(/\s/)
    .map(linkOf)
    .find((href) => href !== undefined);
