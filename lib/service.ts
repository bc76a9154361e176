import { App, Aws, Stack, type AppProps } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { context } from '../cdk.json';
import { ApiStack } from './stacks/api';
import { ApiStageStack } from './stacks/api-stage';
import { EdgeStack } from './stacks/edge';
import { EndpointsStack } from './stacks/endpoints';
import { DataStack } from './stacks/data';
import { MailStack } from './stacks/mail';
import { OperationsStack } from './stacks/operations';
import { FirewallStack } from './stacks/firewall';
import { ReferenceAwareSynthesizer } from './parts/reference-aware-synthesizer';
import type { FunctionResources } from './parts/resources';
import { endpointStackNames, stackName, type StackPart } from './parts/stack-names';
import { hasFirewall, type Settings } from './settings';
import { SchedulingStack } from './stacks/scheduling';
import { sesTrackingHost, TrackingStack } from './stacks/tracking';
import { WebhooksStack } from './stacks/webhooks';
import { WorkersStack } from './stacks/workers';

/**
 * Includes the feature flags of cdk.json, so that the local runtime runs the same stacks. By default, only the CDK CLI
 * reads these flags. Slow features are disabled, and `npm run check:synth` validates the templates instead.
 */
const appProps: AppProps = {
  context,
  analyticsReporting: false,
  builtinCloudFormationValidation: false,
  stackTraces: false,
  treeMetadata: false,
};

/**
 * The Region of the deployment, as the CDK CLI determines it. Only the stack Tracking needs it, because that stack is in
 * another Region. The CDK CLI has the same default.
 */
const deploymentRegion = (): string => process.env['CDK_DEFAULT_REGION'] ?? 'us-east-1';

/** Creates the stacks of one stage. A stack can refer only to stacks that are defined before it. */
export function carrierNest(settings: Settings, props: AppProps = {}): App {
  const defaultStackSynthesizer = new ReferenceAwareSynthesizer();
  const app = new App({ ...appProps, defaultStackSynthesizer, ...props });
  const name = (part: StackPart) => stackName(settings.stage, part);

  const data = new DataStack(app, name('Data'), { settings, terminationProtection: true });
  const mail = new MailStack(app, name('Mail'), { settings, deadLetters: data.deadLetters });
  const scheduling = new SchedulingStack(app, name('Scheduling'), {
    settings,
    deadLetters: data.deadLetters,
  });
  const webhooks = new WebhooksStack(app, name('Webhooks'), { deadLetters: data.deadLetters });
  const tracking = settings.trackingHosts
    ? new TrackingStack(app, name('Tracking'), {
        hosts: settings.trackingHosts,
        sesRegion: deploymentRegion(),
      })
    : undefined;
  const resources = functionResources({ settings, data, mail, scheduling, webhooks, tracking });
  const api = createApi(app, settings, resources);
  // Functions refer to the stack by name, because the stack is in another Region.
  if (tracking) Stack.of(api).addStackDependency(tracking);
  const workers = new WorkersStack(app, name('Workers'), { settings, resources, api });
  const edge =
    settings.preset === 'full'
      ? new EdgeStack(app, name('Edge'), { settings, api, parkedBucket: data.parkedBucket })
      : undefined;
  if (hasFirewall(settings)) new FirewallStack(app, name('Firewall'), { settings, api, edge });
  new OperationsStack(app, name('Operations'), {
    settings,
    api,
    table: data.table,
    deadLetters: data.deadLetters,
    undelivered: mail.undelivered,
    edge,
    queues: workers.queues,
    workers: workers.functions,
  });
  return app;
}

/** Creates the stacks of the API. The functions are deployed between the REST API and its stage. */
function createApi(app: App, settings: Settings, resources: FunctionResources): SpecRestApi {
  const name = (part: StackPart) => stackName(settings.stage, part);
  const { api, accessLog, definitionHash } = new ApiStack(app, name('Api'), { settings });
  const endpoints = endpointStackNames.map(
    (part) => new EndpointsStack(app, name(part), { part, settings, resources, api }),
  );
  new ApiStageStack(app, name('ApiStage'), { settings, api, accessLog, definitionHash, endpoints });
  return api;
}

interface StacksBeforeFunctions {
  settings: Settings;
  data: DataStack;
  mail: MailStack;
  scheduling: SchedulingStack;
  webhooks: WebhooksStack;
  tracking: TrackingStack | undefined;
}

const functionResources = ({
  settings,
  data,
  mail,
  scheduling,
  webhooks,
  tracking,
}: StacksBeforeFunctions): FunctionResources => ({
  stage: settings.stage,
  table: data.table,
  contentBucket: data.contentBucket,
  parkedBucket: data.parkedBucket,
  inboundBucket: mail.inboundBucket,
  eventsTopic: mail.eventsTopic,
  deadLetters: data.deadLetters,
  undelivered: mail.undelivered,
  inboundQueue: mail.inboundQueue,
  scheduling,
  queues: {
    wakeups: scheduling.wakeups,
    'due-work': scheduling.dueWork,
    steps: scheduling.steps,
    campaigns: scheduling.campaigns,
    slices: scheduling.slices,
    'background-jobs': scheduling.backgroundJobs,
    engagement: webhooks.engagement,
    webhooks: webhooks.fast,
    'slow-webhooks': webhooks.slow,
  },
  trackingTarget: settings.trackingTarget ?? tracking?.target ?? sesTrackingHost(Aws.REGION),
  webhookSecretsKey: data.webhookSecretsKey,
  userPool: data.userPool,
  approvalExpiryHours: settings.approvalExpiryHours,
  identityCallsPerSecond: settings.identityCallsPerSecond,
  webhooksPerSecondByHost: settings.webhooksPerSecondByHost,
});
