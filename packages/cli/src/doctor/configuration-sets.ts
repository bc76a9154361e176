import type { EventDestination, GetConfigurationSetCommandOutput, SESv2Client } from '@aws-sdk/client-sesv2';
import { configurationSetName } from '../../../../shared/domain/platform/domains/configuration-set-name';
import { callWithTimeout, isRefusal } from './call-with-timeout';
import { adminCommand, awsCommand, describeCall } from './aws-command';
import { observation, skippedObservation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import type { Domain } from './domains';

/** The checks inspect at most this many domains, because SES answers about one of these calls a second. */
const domainsMax = 20;

const needs = ['stacks.deployed', 'domains.listed'];

interface SetsInspection {
  findings: Finding[];
  /** The number of domains. */
  checkedCount: number;
  /** The number of domains that the context lists. */
  listedCount: number;
}

/** Inspects the configuration set of one domain after the other. */
async function inspectSets(
  ctx: DoctorContext,
  inspect: (client: SESv2Client, domain: Domain, setName: string) => Promise<Finding | undefined>,
): Promise<SetsInspection> {
  const { SESv2Client } = await import('@aws-sdk/client-sesv2');
  const client = new SESv2Client({ ...ctx.client(), maxAttempts: 5 });
  const { domains: listed } = await ctx.domains();
  const checked = listed.slice(0, domainsMax);
  const findings: Finding[] = [];
  for (const domain of checked) {
    const finding = await inspect(client, domain, configurationSetName(domain.workspaceId, domain.domain));
    if (finding) findings.push(finding);
  }
  return { findings, checkedCount: checked.length, listedCount: listed.length };
}

/** Describes the domains without a finding. */
function describePassed({ findings, checkedCount, listedCount }: SetsInspection, state: string): string {
  const passed = `${checkedCount - findings.length} of ${checkedCount} domains ${state}`;
  return checkedCount < listedCount ? `${passed} (${checkedCount} of ${listedCount} checked)` : passed;
}

/** Returns undefined if SES does not know the configuration set. */
async function findInSes<T>(
  action: string,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await callWithTimeout(action, call);
  } catch (error) {
    if (isRefusal(error, 'NotFoundException')) return undefined;
    throw error;
  }
}

const getDestinations = 'ses:GetConfigurationSetEventDestinations';

export const eventDestinations: Check = {
  id: 'domains.events',
  title: 'SES publishes the events of every domain to this deployment',
  only: 'deployed',
  needs,
  run: async (ctx) => {
    const topicArn = await findEventsTopic(ctx);
    if (!topicArn) return skippedObservation('the stack Mail has no topic for events');
    const inspection = await inspectSets(ctx, (client, domain, setName) =>
      inspectDestinations(ctx, { client, domain, setName, topicArn }),
    );
    const seen = describePassed(inspection, 'publish to the topic of the stack Mail');
    return observation(seen, `${describeCall(ctx, getDestinations)}: ${seen}`, inspection.findings);
  },
};

const findEventsTopic = async (ctx: DoctorContext): Promise<string | undefined> =>
  (await ctx.resources()).find(
    ({ part, type, logicalId }) =>
      part === 'Mail' && type === 'AWS::SNS::Topic' && logicalId.startsWith('EmailEvents'),
  )?.physicalId;

interface Inspection {
  client: SESv2Client;
  domain: Domain;
  setName: string;
  topicArn: string;
}

async function inspectDestinations(ctx: DoctorContext, inspection: Inspection): Promise<Finding | undefined> {
  const { client, domain, setName, topicArn } = inspection;
  const { GetConfigurationSetEventDestinationsCommand } = await import('@aws-sdk/client-sesv2');
  const command = new GetConfigurationSetEventDestinationsCommand({ ConfigurationSetName: setName });
  const found = await findInSes(getDestinations, (abortSignal) => client.send(command, { abortSignal }));
  const evidence = `${describeCall(ctx, getDestinations, setName)}: ${describeDestinations(found?.EventDestinations)}`;
  const isPublished = found?.EventDestinations?.some(
    ({ Name, Enabled, SnsDestination }) =>
      Name === 'events' && Enabled === true && SnsDestination?.TopicArn === topicArn,
  );
  return isPublished ? undefined : lostEventsFinding(ctx, domain, evidence);
}

const describeDestinations = (destinations: readonly EventDestination[] = []): string =>
  destinations
    .map(({ Name, Enabled, SnsDestination }) =>
      [Name, Enabled === true ? '' : '(disabled)', 'to', SnsDestination?.TopicArn ?? 'no topic']
        .filter(Boolean)
        .join(' '),
    )
    .join(', ') || 'none';

const lostEventsFinding = (ctx: DoctorContext, domain: Domain, evidence: string): Finding => ({
  outcome: 'fail',
  subject: domain.domain,
  problem: 'SES does not publish deliveries, bounces and complaints of the domain to this deployment',
  evidence,
  fix: `${adminCommand(ctx, `domains verify ${domain.workspaceId} ${domain.id}`)} publishes to the topic again after the stack Mail was replaced. If the problem remains, delete the domain and create it again`,
});

const getConfigurationSet = 'ses:GetConfigurationSet';

export const linkRewriting: Check = {
  id: 'domains.links',
  title: 'SES rewrites links only for click tracking of this service',
  only: 'deployed',
  needs,
  run: async (ctx) => {
    const { VdmAttributes: { DashboardAttributes } = {} } = await ctx.sesAccount();
    const account = `EngagementMetrics of the account ${DashboardAttributes?.EngagementMetrics ?? 'DISABLED'}`;
    const evidence = `${describeCall(ctx, 'ses:GetAccount')}: ${account}`;
    if (DashboardAttributes?.EngagementMetrics !== 'ENABLED') return observation(account, evidence);
    const inspection = await inspectSets(ctx, (client, domain, setName) =>
      inspectEngagementMetrics(ctx, client, domain, setName),
    );
    const seen = `${account}, ${describePassed(inspection, 'disable them')}`;
    return observation(seen, [evidence, describeCall(ctx, getConfigurationSet)], inspection.findings);
  },
};

async function inspectEngagementMetrics(
  ctx: DoctorContext,
  client: SESv2Client,
  { domain }: Domain,
  setName: string,
): Promise<Finding | undefined> {
  const { GetConfigurationSetCommand } = await import('@aws-sdk/client-sesv2');
  const command = new GetConfigurationSetCommand({ ConfigurationSetName: setName });
  const found = await findInSes(getConfigurationSet, (abortSignal) => client.send(command, { abortSignal }));
  if (!found || engagementMetricsOf(found) === 'DISABLED') return undefined;
  const disableCommand = `sesv2 put-configuration-set-vdm-options --configuration-set-name ${setName} --vdm-options DashboardOptions={EngagementMetrics=DISABLED}`;
  return {
    outcome: 'fail',
    subject: domain,
    problem: 'Virtual Deliverability Manager rewrites the links of every email of the domain',
    evidence: `${describeCall(ctx, getConfigurationSet, setName)}: EngagementMetrics ${engagementMetricsOf(found) ?? 'not set'}`,
    fix: awsCommand(ctx, disableCommand),
  };
}

const engagementMetricsOf = ({ VdmOptions }: Pick<GetConfigurationSetCommandOutput, 'VdmOptions'>) =>
  VdmOptions?.DashboardOptions?.EngagementMetrics;
