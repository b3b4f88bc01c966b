const WHO = 'The operator of this server gives accounts';

/** Says how to get an account: the operator's words, with addresses as links; an address alone does not say whose it is. */
export function SignupNote({ note = `${WHO}.` }: { note?: string | undefined }) {
  const isAddress = !/\s/.test(note) && linkOf(note) !== undefined;
  return (isAddress ? `${WHO}: ${note}` : note).split(WORDS).map((word) => {
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

/** The punctuation behind an address is not of it. */
const WORDS = /(\s|[.,;:!?)]+(?=\s|$))/;

const linkOf = (word: string): string | undefined =>
  /^https?:\/\//.test(word) ? word : /^[^@]+@[^@]+$/.test(word) ? `mailto:${word}` : undefined;

/** Where the operator can be asked: the first address of the note. */
export const contactIn = (note = ''): string | undefined =>
  note
    .split(WORDS)
    .map(linkOf)
    .find((href) => href !== undefined);
