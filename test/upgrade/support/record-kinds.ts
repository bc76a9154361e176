import { keys, type Key } from '../../../shared/db/keys';

/** An id with digits for every shard and part. */
const id = '01a1fd6a-63a2-7c41-b0e8-5f2d9a7c3e16';

/** The kinds that the sample data do not contain, because the records exist only briefly or in large workspaces. */
const omittedKinds = new Set<string>([
  'responsePiece',
  'uncountedTags',
  'campaignEngagement',
  'slice',
  'deletedAudience',
  'deletedAutomation',
  'deletedCampaign',
  'deletedWorkspace',
  'contentDeletion',
]);

const patterns = Object.entries(keys)
  .filter(([kind]) => !omittedKinds.has(kind))
  .map(([kind, build]) => {
    const { pk, sk } = (build as (...ids: string[]) => Key)(...Array<string>(build.length).fill(id));
    return { kind, pk: toPattern(pk), sk: toPattern(sk) };
  });

/** The kinds of records in the sample data. */
export const sampleKinds: readonly string[] = patterns.map(({ kind }) => kind);

/** Returns the kinds of records that can have this key. */
export const kindsOf = ({ pk, sk }: Key): string[] =>
  patterns.filter((pattern) => pattern.pk.test(pk) && pattern.sk.test(sk)).map(({ kind }) => kind);

/** Matches the key with other ids and another shard. */
function toPattern(key: string): RegExp {
  const withShard = key.replace(/#[0-9a-f]$/, '#[0-9a-f]');
  return new RegExp(`^${withShard.replaceAll(id, '[^#]+')}$`);
}
