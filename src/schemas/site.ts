/** Shapes of sites: documentation whose pages run their own commands. */
import { type Static, Type } from '@sinclair/typebox';
import { Id, PageOf, PageQuery, Timestamp } from './common.ts';
import { Count, Int32, optional, Ref, StrictObject } from './helpers.ts';
import { PlaygroundVariable, RunCounts, THEME } from './playground.ts';

const rules = (description: string, examples: string[]) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description,
    examples: [examples],
  });

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, description: 'Display name.', examples: ['API docs'] }),
  origins: rules(
    'Where the pages are, each as an origin. `https://*.example.com` stands for all subdomains, such as those of previews.',
    ['https://docs.example.com', 'https://*.preview.example.com'],
  ),
  targets: rules(
    'Hosts that the commands of the pages may reach. `*.example.com` stands for all subdomains; a port other than that of the scheme is written behind. Redirects to other hosts are refused.',
    ['api.example.com', '*.eu.example.com'],
  ),
  runs_per_day: Int32(
    0,
    1_000_000,
    "Runs of the site per UTC day; default 1000. They also count toward the owner's limit.",
    { examples: [1000] },
  ),
  variables: Type.Array(Ref(PlaygroundVariable), {
    minItems: 0,
    maxItems: 100,
    description: 'How pages ask for variables of their commands, at most once each.',
    examples: [[{ name: 'TOKEN', description: 'A token with the scope `users:read`.', secret: true }]],
  }),
  theme: THEME,
  confirm: Type.Boolean({
    description:
      'Whether readers confirm once per page before a request is sent that may change something; default true.',
    examples: [true],
  }),
};

export const Site = StrictObject(
  {
    id: Id('The site.'),
    ...fields,
    url: Type.String({
      description: 'The address of the frame in which the pages of the site show a command.',
      examples: ['https://playgrounds.example.com/s/019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
    }),
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
  },
  {
    $id: 'Site',
    description: 'A documentation site: its pages, and the hosts that their commands may reach.',
  },
);
export type Site = Static<typeof Site>;

const { name, origins, targets, ...others } = fields;

export const CreateSiteRequest = StrictObject(
  { name, origins, targets, ...optional(others) },
  {
    $id: 'CreateSiteRequest',
    description: 'A new site.',
    examples: [{ name: 'API docs', origins: ['https://docs.example.com'], targets: ['api.example.com'] }],
  },
);
export type CreateSiteRequest = Static<typeof CreateSiteRequest>;

export const UpdateSiteRequest = StrictObject(optional(fields), {
  $id: 'UpdateSiteRequest',
  minProperties: 1,
  description: 'Any non-empty subset of the fields. The others stay as they are.',
  examples: [{ runs_per_day: 5000 }],
});
export type UpdateSiteRequest = Static<typeof UpdateSiteRequest>;

export const ListSitesQuery = StrictObject({ ...PageQuery });
export type ListSitesQuery = Static<typeof ListSitesQuery>;
export const SitePage = PageOf(Ref(Site), 'SitePage');

const blockFields = {
  path: Type.String({
    description: 'The path of the page; empty for blocks beyond the limit.',
    examples: ['/users'],
  }),
  position: Count({ description: 'The position of the block on its page, from 1.', examples: [2] }),
  shown: Count({ description: 'How often the block was opened.', examples: [20] }),
};

const SiteBlock = StrictObject(
  { ...blockFields, ...RunCounts.properties },
  {
    $id: 'SiteBlock',
    description: 'How often a block of a site was opened and run, and how often without success.',
  },
);
export type SiteBlock = Static<typeof SiteBlock>;

/** Blocks of a site that are counted on one day; the others are counted together. */
export const MAX_BLOCKS = 500;
/** Blocks in the list of those where readers fail. */
export const MAX_FAILING = 20;

export const SiteStats = StrictObject(
  {
    failing: Type.Array(Ref(SiteBlock), {
      minItems: 0,
      maxItems: MAX_FAILING,
      description: `The blocks with most runs without success in the last 30 days, at most ${MAX_FAILING}.`,
    }),
    days: Type.Array(
      StrictObject(
        {
          date: Type.String({ format: 'date', description: 'UTC calendar day.', examples: ['2026-11-20'] }),
          blocks: Type.Array(Ref(SiteBlock), {
            minItems: 0,
            maxItems: 2 * MAX_BLOCKS,
            description: `The blocks that were opened or run. Of those beyond the first ${MAX_BLOCKS} of a day, only the sum is kept, under an empty path.`,
          }),
        },
        { title: 'SiteDay', description: 'The blocks of one day.' },
      ),
      { minItems: 0, maxItems: 30, description: 'The days with runs of the last 30, newest first.' },
    ),
  },
  {
    $id: 'SiteStats',
    description: 'Where readers of a site run its commands, and where they fail. Nothing about the readers.',
  },
);
export type SiteStats = Static<typeof SiteStats>;

/** A block with a curl command, as a check of its page finds it. */
export interface CheckedBlock {
  /** Among the blocks with a button, from 1; null without one. */
  position: number | null;
  /** The line with the command. */
  command: string;
  runs: boolean;
  /** The line of the block where the problem is, from 1; null where it is the whole block. */
  line: number | null;
  /** Why it does not run, and what helps; empty if it runs. */
  reason: string;
  remedy: string;
}

/** What a check of a page finds. */
export interface CheckedPage {
  /** The page, after redirects. */
  url: string;
  blocks: CheckedBlock[];
  /** What concerns the whole page. */
  problems: string[];
}
