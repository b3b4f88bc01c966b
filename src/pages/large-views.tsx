/** Pages that show large results: rendered in the pool when these are large. */
import type { VNode } from 'preact';
import { pooled } from '../runtime/pool.ts';
import { toHtml } from './respond.ts';
import { CsrfToken } from './views/account-page.tsx';
import { ComparePage, TestPage } from './views/history.tsx';

/** @returns a function that renders the view to the text of a page, whose forms have the token */
function pooledView<Props extends object>(name: string, View: (props: Props) => VNode) {
  return pooled(`render ${name}`, ({ props, token }: { props: Props; token: string }) =>
    toHtml(
      <CsrfToken.Provider value={token}>
        <View {...props} />
      </CsrfToken.Provider>,
    ),
  );
}

export const comparison = pooledView('comparison', ComparePage);
export const resultPage = pooledView('result', TestPage);
