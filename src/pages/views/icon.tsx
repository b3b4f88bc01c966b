/** Icons of lucide. Each page has their shapes once, as symbols (src/cli/build-web.ts). Pure. */
export const ICONS = [
  'book-open',
  'braces',
  'check',
  'circle-alert',
  'circle-slash',
  'code',
  'copy',
  'download',
  'ellipsis',
  'external-link',
  'eye',
  'file-text',
  'folder',
  'folder-plus',
  'git-branch',
  'globe',
  'key-round',
  'link',
  'lock',
  'log-out',
  'menu',
  'pencil',
  'play',
  'plus',
  'rotate-ccw',
  'search',
  'settings',
  'share-2',
  'square',
  'sun-moon',
  'terminal',
  'trash-2',
  'triangle-alert',
  'upload',
  'x',
] as const;

export type IconName = (typeof ICONS)[number];

/** An icon beside a text, or in a button with a label. */
export function Icon({ name, solid = false }: { name: IconName; solid?: boolean }) {
  return (
    <svg class={solid ? 'pg-icon pg-icon--solid' : 'pg-icon'} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
