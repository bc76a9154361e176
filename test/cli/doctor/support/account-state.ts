import { callRuntime, callSqs } from '../../../support/call-runtime';
import { deployedParts, stackName } from '../../../../lib/parts/stack-names';
import type { Template } from '../../../../lib/parts/template';
import { serviceVersion } from '../../../../shared/core/version';
import { configurationSetName } from '../../../../shared/domain/platform/domains/configuration-set-name';
import type { RuntimeAccess } from './fake-account';

interface StackState {
  status: string;
  reason?: string;
  drift: string;
  outputs: Record<string, string>;
  template?: Template;
  resources: { type: string; logicalId: string; physicalId: string }[];
}

interface RuleState {
  name: string;
  enabled: boolean;
  stopsProcessing?: boolean;
  recipients?: string[];
}

/** The state of the fake account, which a test can change. */
export interface AccountState {
  /** Operations that get no response. */
  unresponsiveOperations: string[];
  /** Operations that the caller may not use. */
  deniedOperations: string[];
  /** The time by which the caller's clock is ahead of the clock of AWS. */
  clockSkewMs: number;
  /** The error with which AWS refuses the credentials. */
  refusal?: { code: string; message: string };
  /** Fields that replace the same fields of the runtime's `ses:GetAccount` response. */
  sesAccount: Record<string, unknown>;
  /** Makes the `administer` function fail. */
  isOperatorBroken?: true;
  logRole: string | undefined;
  concurrentExecutions: number;
  bootstrapVersion: string | undefined;
  /** Regions without the bootstrap stack. */
  unbootstrappedRegions: string[];
  ruleSet: { name: string; rules: RuleState[] } | undefined;
  stacks: Record<string, StackState>;
  /** Subscriptions to the alarm topic. Before confirmation, SNS returns `PendingConfirmation` as the ARN. */
  subscriptions: { arn: string; endpoint: string }[];
  alarmsInAlarm: { name: string; description: string; reason: string }[];
  metrics: Record<string, number>;
  /** The hosts in the certificate of the stack Tracking, with the status of their validation. */
  certificateHosts: Record<string, 'SUCCESS' | 'PENDING_VALIDATION'>;
  /** The IDs of the Availability Zones by name. */
  zones: Record<string, string>;
  /** The IDs of the Local Zones that the account has enabled, by name. */
  localZones: Record<string, string>;
  /** The number of times that the list of domains has each domain of the runtime. */
  domainCopies: number;
}

/** An account without problems, in which the stage of the local runtime is deployed. */
export const createHealthyState = async (runtime: RuntimeAccess, origin: string): Promise<AccountState> => ({
  unresponsiveOperations: [],
  deniedOperations: [],
  clockSkewMs: 0,
  sesAccount: { PricingAttributes: { CurrentPlan: 'NONE' } },
  logRole: 'arn:aws:iam::000000000000:role/CarrierNest-local-Api-ApiCloudWatchRole12345678-a1B2c3D4',
  concurrentExecutions: 1_000,
  bootstrapVersion: '30',
  unbootstrappedRegions: [],
  ruleSet: { name: 'carrier-nest-local', rules: [{ name: 'carrier-nest-local', enabled: true }] },
  stacks: await createStacks(runtime, origin),
  subscriptions: [
    { arn: `${alarmTopic}:11111111-2222-3333-4444-555555555555`, endpoint: 'ops@acme.example' },
  ],
  alarmsInAlarm: [],
  metrics: { 'Reputation.BounceRate': 0.004, 'Reputation.ComplaintRate': 0.0001 },
  certificateHosts: {},
  zones: { 'us-east-1c': 'use1-az3', 'us-east-1a': 'use1-az2', 'us-east-1b': 'use1-az6' },
  localZones: { 'us-east-1-atl-1a': 'use1-atl1-az1' },
  domainCopies: 1,
});

export const alarmTopic = 'arn:aws:sns:us-east-1:000000000000:CarrierNest-local-Operations-Alarms';

async function createStacks(runtime: RuntimeAccess, origin: string): Promise<AccountState['stacks']> {
  const stacks = Object.fromEntries(
    deployedParts({ preset: 'full' }).map((part) => [stackName('local', part), buildStack()]),
  );
  stacks['CarrierNest-local-Api'] = buildStack({
    outputs: { ApiEndpoint: `${runtime.api}/`, Version: serviceVersion },
  });
  const topic = { type: 'AWS::SNS::Topic', logicalId: 'Alarms12345678', physicalId: alarmTopic };
  stacks['CarrierNest-local-Operations'] = buildStack({ resources: [topic] });
  const eventsTopic = {
    type: 'AWS::SNS::Topic',
    logicalId: 'EmailEvents12345678',
    physicalId: await findEventsTopic(runtime),
  };
  stacks['CarrierNest-local-Mail'] = buildStack({ resources: [eventsTopic] });
  for (const url of await listQueueUrls(runtime)) {
    const [, stackName = '', logicalId = ''] = /CarrierNest-local-(\w+)-(\w+)$/.exec(url) ?? [];
    const physicalId = url.replace(runtime.aws.endpoint, origin);
    stacks[`CarrierNest-local-${stackName}`]?.resources.push({
      type: 'AWS::SQS::Queue',
      logicalId,
      physicalId,
    });
  }
  return stacks;
}

export const trackingCertificate = {
  type: 'AWS::CertificateManager::Certificate',
  logicalId: 'Certificate12345678',
  physicalId: 'arn:aws:acm:us-east-1:000000000000:certificate/11111111-2222-3333-4444-555555555555',
};

export const buildStack = (overrides: Partial<StackState> = {}): StackState => ({
  status: 'UPDATE_COMPLETE',
  drift: 'IN_SYNC',
  outputs: {},
  resources: [],
  ...overrides,
});

const listQueueUrls = async (runtime: RuntimeAccess): Promise<string[]> =>
  ((await callSqs(runtime, 'ListQueues', {})) as { QueueUrls: string[] }).QueueUrls;

/** Returns the topic to which the configuration set of a seeded domain publishes. */
export async function findEventsTopic(runtime: RuntimeAccess): Promise<string> {
  const setName = configurationSetName(runtime.workspace.id, runtime.domains.transactional);
  const path = `/v2/email/configuration-sets/${setName}/event-destinations`;
  const { EventDestinations } = (await callSes(runtime, 'GET', path)) as {
    EventDestinations: { SnsDestination: { TopicArn: string } }[];
  };
  return EventDestinations[0]?.SnsDestination.TopicArn ?? '';
}

/** Calls the SES API of the local runtime. */
export const callSes = (
  runtime: RuntimeAccess,
  method: 'GET' | 'PUT' | 'DELETE',
  path: string,
  input?: object,
): Promise<unknown> =>
  callRuntime(runtime, 'ses', path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(input && { body: JSON.stringify(input) }),
  });
