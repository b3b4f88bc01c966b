/** Shapes of collections. */
import { type Static, Type } from '@sinclair/typebox';
import { Id, PageOf, PageQuery, Timestamp } from './common.ts';
import { DescribedEnum, optional, Ref, StrictObject } from './helpers.ts';
import { MAX_DESCRIPTION } from './playground.ts';

/** Playgrounds of a collection. */
export const MAX_MEMBERS = 200;

const playgroundIds = (description: string) =>
  Type.Array(Type.String({ maxLength: 200 }), {
    minItems: 0,
    maxItems: MAX_MEMBERS,
    description,
    examples: [['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c']],
  });

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, description: 'Display name.', examples: ['Users'] }),
  description: Type.String({
    maxLength: MAX_DESCRIPTION,
    description: `Markdown (CommonMark and tables), up to ${MAX_DESCRIPTION} characters. HTML in it is shown as text, images as links.`,
    examples: ['Create, read and delete users.'],
  }),
  is_public: Type.Boolean({
    description:
      "Whether anyone can view the collection's page, with those of its playgrounds that are public themselves.",
    examples: [false],
  }),
  playground_ids: playgroundIds(
    `The playgrounds in their order, at most ${MAX_MEMBERS} of your own. The list replaces the one before; a playground that was in another collection is moved.`,
  ),
};

export const Collection = StrictObject(
  {
    id: Id('The collection.'),
    ...fields,
    playground_ids: playgroundIds('Its playgrounds in their order; for other readers only the public ones.'),
    ...optional({
      private_playground_ids: playgroundIds(
        'Only for the owner: the playgrounds that readers of a public collection do not see, because they are not public themselves.',
      ),
    }),
    url: Type.String({
      description: "The collection's page. Anyone can open it while the collection is public.",
      examples: ['https://playgrounds.example.com/c/019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
    }),
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When its fields or its list of playgrounds were last written.'),
  },
  { $id: 'Collection', description: 'Playgrounds in an order, with one page for all.' },
);
export type Collection = Static<typeof Collection>;

const { name, ...others } = fields;

export const CreateCollectionRequest = StrictObject(
  { name, ...optional(others) },
  {
    $id: 'CreateCollectionRequest',
    description: 'A new collection. Only `name` is required.',
    examples: [{ name: 'Users', description: 'Create, read and delete users.' }],
  },
);
export type CreateCollectionRequest = Static<typeof CreateCollectionRequest>;

export const UpdateCollectionRequest = StrictObject(optional(fields), {
  $id: 'UpdateCollectionRequest',
  minProperties: 1,
  description: 'Any non-empty subset of the fields. The others stay as they are.',
  examples: [{ name: 'Users and teams' }],
});
export type UpdateCollectionRequest = Static<typeof UpdateCollectionRequest>;

export const ListCollectionsQuery = StrictObject({ ...PageQuery });
export type ListCollectionsQuery = Static<typeof ListCollectionsQuery>;

export const DeleteCollectionQuery = StrictObject(
  optional({
    playgrounds: DescribedEnum(
      { keep: 'they stay, in no collection', delete: 'they and your tests of them are deleted, too' },
      { title: 'MemberDeletion', description: 'What happens to its playgrounds; default `keep`.' },
    ),
  }),
);
export type DeleteCollectionQuery = Static<typeof DeleteCollectionQuery>;

export const CollectionPage = PageOf(Ref(Collection), 'CollectionPage');
