/** A public playground as a page of its own, with what other sites and programs read of it. */
import type { Playground } from '../../schemas/playground.ts';
import type { TestRun } from '../../schemas/test-run.ts';
import type { Example } from '../../secrets/example.ts';
import { plainText } from './description.tsx';
import { LimitCard, type LimitProps } from './failure.tsx';
import { Layout, PublicHead } from './layout.tsx';
import { hostOf, PlaygroundView, type PlaygroundViewProps } from './playground.tsx';
import { ResponseView } from './response.tsx';
import { shareLinks } from './share.tsx';
import { plain } from './visible-text.tsx';

export interface SharedPageProps extends Pick<PlaygroundViewProps, 'shared' | 'typed' | 'collection'> {
  playground: Pick<Playground, 'id' | 'theme' | 'embed_origins'>;
  /** The address of the service. */
  base: string;
  /** The response that the owner pinned. */
  example?: Example | undefined;
  /** The outcome of a run without scripts, shown instead. */
  run?: TestRun | undefined;
  /** What refused that run instead. */
  limit?: Omit<LimitProps, 'isOwner'> | undefined;
}

export function SharedPage({ playground, base, shared, run, limit, ...view }: SharedPageProps) {
  const { id, name, request, programs } = shared;
  const target = request === undefined ? 'cURL' : `${request.method} ${hostOf(request.url)}`;
  const url = `${base}/p/${id}`;
  const title = plain(`${target} · ${name}`);
  const languages = programs.map((one) => one.title).join(', ');
  const description =
    plainText(shared.description, 200) ||
    plain(`A ${target} request as a cURL command and as a program in ${languages}.`);
  const head = (
    <PublicHead title={title} description={description} url={url} hasPicture>
      <link
        rel="alternate"
        type="application/json+oembed"
        href={`${base}/oembed?url=${encodeURIComponent(url)}`}
        title={title}
      />
    </PublicHead>
  );
  const response =
    (run && <ResponseView run={run} group="response" live={false} />) ??
    (limit && <LimitCard {...limit} isOwner={false} />);
  return (
    <Layout title={title} theme={playground.theme} scripts={['page.js']} head={head}>
      <PlaygroundView {...{ ...view, shared, response }} links={shareLinks(base, { ...playground, name })} />
    </Layout>
  );
}
