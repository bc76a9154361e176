import { credentialPartitions, sessionPartitions } from '../../shared/core/credential-partitions';
import type { Grant } from './grant';
import type { Resources } from './resources';

/** Matches only the partition of the workspace record. Each question mark matches one character of the workspace ID. */
const workspaceRecordPartition = `W#${[8, 4, 4, 4, 12].map((length) => '?'.repeat(length)).join('-')}`;

/** The partitions that the request pipeline accesses, by action. shared/db/keys/credentials.ts defines their keys. */
const requestPartitions: Record<string, string[]> = {
  GetItem: ['CREDENTIAL#*', 'SESSION#*', 'W#*#USERS', workspaceRecordPartition, 'W#*#IDEMPOTENCY#*'],
  UpdateItem: ['ALLOWANCE#*', 'W#*#IDEMPOTENCY#*'],
  PutItem: ['W#*#IDEMPOTENCY#*'],
};

/** The attributes that the pipeline names when it records the last use of an API key. */
const lastUseAttributes = ['pk', 'sk', 'lastUsedAt'];

const writeActions = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];

/** Grants reads of the whole table, and writes of all records except credentials and sessions. */
export const tableGrants = (action: string, resources: Resources): Grant[] => [
  writeActions.includes(action)
    ? keysGrant(action, resources, 'ForAllValues:StringNotLike', [
        ...credentialPartitions,
        ...sessionPartitions,
      ])
    : tableGrant(action, resources),
];

export const credentialGrants = (action: string, resources: Resources): Grant[] => [
  keysGrant(action, resources, 'ForAllValues:StringLike', credentialPartitions),
];

export const sessionGrants = (action: string, resources: Resources): Grant[] => [
  keysGrant(action, resources, 'ForAllValues:StringLike', sessionPartitions),
];

/**
 * Grants access to the records of the request pipeline. These are the only records that a function without other write
 * needs can write.
 */
export const requestGrants = (action: string, resources: Resources): Grant[] => [
  keysGrant(action, resources, 'ForAllValues:StringLike', requestPartitions[action] ?? []),
  ...(action === 'UpdateItem' ? [lastUseGrant(resources)] : []),
];

/** Allows the pipeline to change only the time of the last use in the records of API keys, not scopes or limits. */
const lastUseGrant = (resources: Resources): Grant => ({
  ...tableGrant('UpdateItem', resources),
  conditions: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['W#*#API-KEYS'] },
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': lastUseAttributes },
    Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
  },
});

const keysGrant = (
  action: string,
  resources: Resources,
  operator: 'ForAllValues:StringLike' | 'ForAllValues:StringNotLike',
  partitions: readonly string[],
): Grant => ({
  ...tableGrant(action, resources),
  conditions: {
    [operator]: { 'dynamodb:LeadingKeys': partitions },
    // Without this condition, `ForAllValues` also matches a request without keys.
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
});

const tableGrant = (action: string, { table }: Resources): Grant => ({
  actions: [`dynamodb:${action}`],
  resources: [table.tableArn],
  environment: { TABLE_NAME: table.tableName },
});
