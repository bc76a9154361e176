import { Aws, Stage, Token, type Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { CarrierNestProps } from './carrier-nest-props';
import { waitSlots } from './parts/concurrency';
import { deployedApiUrl } from './parts/public-url';
import { receivingDomainsText } from './parts/receiving-domains';
import { refuseRegionWithoutInbound } from './parts/receiving-regions';
import type { FunctionResources } from './parts/resources';
import type { ServiceStackProps } from './parts/service-stack';
import { endpointStackNames, stackName, type StackPart } from './parts/stack-names';
import { hasFirewall, parseSettings, type Settings } from './settings';
import { SettingsError } from './settings-error';
import { ApiStack } from './stacks/api';
import { ApiStageStack } from './stacks/api-stage';
import { DataStack } from './stacks/data';
import { EdgeStack } from './stacks/edge';
import { EndpointsStack } from './stacks/endpoints';
import { FirewallStack } from './stacks/firewall';
import { MailStack } from './stacks/mail';
import { OperationsStack } from './stacks/operations';
import { SchedulingStack } from './stacks/scheduling';
import { sesTrackingHost, TrackingStack } from './stacks/tracking';
import { WebhooksStack } from './stacks/webhooks';
import { WorkersStack } from './stacks/workers';

export type {
  AdoptedResources,
  CarrierNestProps,
  CarrierNestSettings,
  OAuthIssuer,
} from './carrier-nest-props';

/**
 * The email service, as stacks next to the other stacks of an app or a Stage. The stacks have the names
 * `CarrierNest-<stage>-<part>`, and their templates do not depend on the feature flags of the app.
 *
 * Stacks of the app can refer to the properties. CloudFormation then deploys them after the service.
 */
export class CarrierNest extends Construct {
  /** The base URL of the API, without a trailing slash. A reference to this URL waits until the API is callable. */
  readonly apiUrl: string;

  /**
   * The topic to which SES publishes the events of all emails: deliveries, bounces, complaints, opens and clicks.
   * Webhooks are the documented interface to events. The messages of this topic have the format of SES.
   */
  readonly eventsTopic: ITopic;

  /** The table with all records. Its layout is internal, so read it only for backups and metrics. */
  readonly table: ITableV2;

  /**
   * @param scope An App or a Stage.
   * @param id The name of the construct in the app. It appears in no stack and no resource.
   * @param props The settings. An invalid setting throws an error that names the setting and what to correct.
   */
  constructor(scope: Construct, id: string, props: CarrierNestProps = {}) {
    super(scope, id);
    const { env, bootstrap, ...input } = props;
    const stage = expectStage(scope, id);
    const region = knownRegion(env?.region ?? stage.region) ?? process.env['CDK_DEFAULT_REGION'];
    const settings = readSettings(id, input, region);
    refuseSecondDeployment(scope, id, settings);
    const service = createStacks(stage, settings, { region, stackProps: { env, bootstrap } });
    this.apiUrl = service.apiUrl;
    this.eventsTopic = service.eventsTopic;
    this.table = service.table;
  }
}

function expectStage(scope: Construct, id: string): Stage {
  if (Stage.isStage(scope)) return scope;
  throw new Error(
    `CarrierNest "${id}": The scope must be an App or a Stage, because the construct creates stacks of its own, but ` +
      `it is "${scope.node.path}". Write new CarrierNest(app, '${id}', …) in the file that creates the app`,
  );
}

const knownRegion = (region: string | undefined): string | undefined =>
  Token.isUnresolved(region) ? undefined : region;

function readSettings(id: string, input: unknown, region: string | undefined): Settings {
  try {
    const settings = parseSettings(input);
    refuseRegionWithoutInbound(settings, region);
    return settings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new Error(`CarrierNest "${id}": ${error.problem}`, { cause: error });
  }
}

/** The programs of the operator find a deployment by its stage. */
function refuseSecondDeployment(scope: Construct, id: string, { stage }: Settings): void {
  if (!scope.node.tryFindChild(stackName(stage, 'Data'))) return;
  throw new Error(
    `CarrierNest "${id}": stage: another CarrierNest of this app has the stage "${stage}". Give each its own stage`,
  );
}

interface Placement {
  /** The Region of the deployment, if the CDK knows it. */
  region: string | undefined;
  stackProps: ServiceStackProps;
}

/** Creates the stacks. A stack can refer only to stacks that are created before it. */
function createStacks(
  scope: Stage,
  settings: Settings,
  { region, stackProps }: Placement,
): Pick<CarrierNest, 'apiUrl' | 'eventsTopic' | 'table'> {
  const name = (part: StackPart) => stackName(settings.stage, part);
  const common = { ...stackProps, settings };

  const data = new DataStack(scope, name('Data'), { ...common, terminationProtection: true });
  const { deadLetters } = data;
  const mail = new MailStack(scope, name('Mail'), { ...common, deadLetters });
  const scheduling = new SchedulingStack(scope, name('Scheduling'), { ...common, deadLetters });
  const webhooks = new WebhooksStack(scope, name('Webhooks'), { ...stackProps, deadLetters });
  const tracking = settings.trackingHosts
    ? new TrackingStack(scope, name('Tracking'), {
        ...stackProps,
        hosts: settings.trackingHosts,
        // The CDK CLI has the same default.
        sesRegion: region ?? 'us-east-1',
      })
    : undefined;
  const resources = functionResources({ settings, data, mail, scheduling, webhooks, tracking });
  const api = createApi(scope, { ...common, resources, tracking });
  const workers = new WorkersStack(scope, name('Workers'), { ...common, resources, api });
  const edge =
    settings.preset === 'full'
      ? new EdgeStack(scope, name('Edge'), { ...common, api, parkedBucket: data.parkedBucket })
      : undefined;
  if (hasFirewall(settings)) new FirewallStack(scope, name('Firewall'), { ...common, api, edge });
  new OperationsStack(scope, name('Operations'), {
    ...common,
    api,
    table: data.table,
    deadLetters,
    undelivered: mail.undelivered,
    edge,
    queues: workers.queues,
    workers: workers.functions,
  });
  return { apiUrl: edge?.address ?? deployedApiUrl(api), eventsTopic: mail.eventsTopic, table: data.table };
}

interface ApiProps extends ServiceStackProps {
  settings: Settings;
  resources: FunctionResources;
  tracking: Stack | undefined;
}

/** Creates the stacks of the API. The functions are deployed between the REST API and its stage. */
function createApi(scope: Stage, { resources, tracking, ...common }: ApiProps): SpecRestApi {
  const name = (part: StackPart) => stackName(common.settings.stage, part);
  const apiStack = new ApiStack(scope, name('Api'), common);
  const { api, accessLog, definitionHash } = apiStack;
  // Functions refer to the stack by name, because the stack is in another Region.
  if (tracking) apiStack.node.addDependency(tracking);
  const endpoints = endpointStackNames.map(
    (part) => new EndpointsStack(scope, name(part), { ...common, part, resources, api }),
  );
  new ApiStageStack(scope, name('ApiStage'), { ...common, api, accessLog, definitionHash, endpoints });
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
    feeds: webhooks.feeds,
  },
  trackingTarget: settings.trackingTarget ?? tracking?.target ?? sesTrackingHost(Aws.REGION),
  receivingDomains: receivingDomainsText(settings),
  webhookSecretsKey: data.webhookSecretsKey,
  userPool: data.userPool,
  approvalExpiryHours: settings.approvalExpiryHours,
  identityCallsPerSecond: settings.identityCallsPerSecond,
  webhooksPerSecondByHost: settings.webhooksPerSecondByHost,
  waitSlots: waitSlots(settings),
});
