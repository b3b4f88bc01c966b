/** Says how to get an account: the operator's words, with addresses as links. */
export function SignupNote({
  note = 'The operator of this server gives accounts.',
}: {
  note?: string | undefined;
}) {
  return note.split(/(\s)/).map((word) => {
    if (/^https?:\/\//.test(word)) return <a href={word}>{word}</a>;
    return /^[^@]+@[^@]+$/.test(word) ? <a href={`mailto:${word}`}>{word}</a> : word;
  });
}
