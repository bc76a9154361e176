import { readAssembly } from './assembly';
import { Cloud } from './cloud';
import type { Deployment } from './deployment';
import { readAlarms } from './resources/alarms';
import { readApi } from './resources/api';
import { readBuckets } from './resources/buckets';
import { readFunctions, readMappings, readPermissions } from './resources/functions';
import { readIngress } from './resources/ingress';
import { readKeys } from './resources/keys';
import { readConfigurationSets, readReceiptRules } from './resources/mail';
import { readQueues, readSubscriptions, readTopics } from './resources/messaging';
import { readRoles } from './resources/roles';
import { readScheduleGroups, readSchedules } from './resources/schedules';
import { readTables } from './resources/tables';
import { readUserPools } from './resources/user-pools';
import type { CloudOptions } from './scope';

/**
 * Reads a CDK cloud assembly as if it had been deployed. Throws for unsupported properties, with the resource and
 * property in the message. Ignores resource types without a local counterpart, such as log groups and CloudFront.
 */
export function readDeployment(assemblyDir: string, options: CloudOptions): Deployment {
  const cloud = new Cloud(readAssembly(assemblyDir), options);
  return {
    region: options.region,
    accountId: options.accountId,
    functions: readFunctions(cloud),
    permissions: readPermissions(cloud),
    roles: readRoles(cloud),
    tables: readTables(cloud),
    queues: readQueues(cloud),
    topics: readTopics(cloud),
    subscriptions: readSubscriptions(cloud),
    buckets: readBuckets(cloud),
    keys: readKeys(cloud),
    userPools: readUserPools(cloud),
    alarms: readAlarms(cloud),
    schedules: readSchedules(cloud),
    scheduleGroups: readScheduleGroups(cloud),
    mappings: readMappings(cloud),
    receiptRules: readReceiptRules(cloud),
    configurationSets: readConfigurationSets(cloud),
    ingress: readIngress(cloud),
    api: readApi(cloud),
  };
}
