/** Pages that show large texts or results: rendered in the pool when these are large. */
import type { VNode } from 'preact';
import { pooled, sizeOf } from '../runtime/pool.ts';
import { Page, toHtml } from './respond.ts';
import { CollectionPage } from './views/collection.tsx';
import { EditorPage } from './views/editor.tsx';
import { EmbedCard, EmbedPage } from './views/embed-card.tsx';
import { ComparePage, TestPage } from './views/history.tsx';
import { Home } from './views/home.tsx';
import { ReaderPreview } from './views/reader-preview.tsx';
import { SharedPage } from './views/shared-page.tsx';

/** A view of plain data, as a page. */
export type LargeView<Props> = (caller: string, props: Props) => Promise<Page>;

const MAX_SIZE = 1_000_000;

/**
 * @param large what of the view may be large; default all of it. What is made of a command counts with the command.
 * @returns a function that renders the view
 */
function pooledView<Props extends object>(
  name: string,
  View: (props: Props) => VNode,
  large: (props: Props) => unknown = (props) => props,
): LargeView<Props> {
  const html = pooled(`render ${name}`, (props: Props) => toHtml(<View {...props} />), {
    size: (props) => 2 * sizeOf(large(props), MAX_SIZE),
  });
  return async (caller, props) => new Page(await html(caller, props));
}

export const comparison = pooledView('comparison', ComparePage);
export const resultPage = pooledView('result', TestPage);
export const home = pooledView('start page', Home, ({ conversion }) => conversion?.shared.command);
export const editorPage = pooledView('editor', EditorPage, ({ form }) => form);
export const readerPreview = pooledView('reader preview', ReaderPreview, ({ shared, example }) => [
  shared.command,
  example,
]);
export const sharedPage = pooledView('public page', SharedPage, ({ shared, example, run }) => [
  shared.command,
  example,
  run,
]);
export const collectionPage = pooledView('collection', CollectionPage, ({ entries }) =>
  entries.map(({ shared, example }) => [shared.command, example]),
);
export const embedPage = pooledView('card', EmbedPage, ({ shared, example }) => [shared.command, example]);
export const siteCard = pooledView('card of a site', EmbedCard, ({ shared }) => [
  shared.command,
  shared.command,
]);
