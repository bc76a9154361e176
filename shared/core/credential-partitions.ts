/**
 * The partitions with API keys and users, as patterns of IAM policies. shared/db/keys/credentials.ts and
 * shared/db/keys/users.ts define their keys.
 */
export const credentialPartitions: readonly string[] = [
  'CREDENTIAL#*',
  'W#*#API-KEYS',
  'USER#*',
  'W#*#USERS',
];

/** The partitions with the sessions of signed-in users. */
export const sessionPartitions: readonly string[] = ['SESSION#*'];

/** Whether only functions with a need such as `credentials:PutItem` may write to this partition. */
export const isCredentialPartition = (partition: string): boolean =>
  credentialPartitions.some((pattern) =>
    new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's').test(partition),
  );
