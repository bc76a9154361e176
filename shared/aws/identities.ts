import {
  AlreadyExistsException,
  CreateConfigurationSetCommand,
  CreateConfigurationSetEventDestinationCommand,
  CreateEmailIdentityCommand,
  DeleteConfigurationSetCommand,
  DeleteConfigurationSetEventDestinationCommand,
  DeleteEmailIdentityCommand,
  GetConfigurationSetCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  PutConfigurationSetTrackingOptionsCommand,
  PutEmailIdentityFeedbackAttributesCommand,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
  TagResourceCommand,
  UpdateConfigurationSetEventDestinationCommand,
  type DkimAttributes,
  type EventType,
  type MailFromAttributes,
  type Tag,
} from '@aws-sdk/client-sesv2';
import { requireEnv } from '../core/env';
import { serviceTagKey } from '../core/needs';

/**
 * The client retries throttled calls, because SES allows few of these calls per second and every call in this file can
 * safely be repeated.
 */
const client = new SESv2Client({
  maxAttempts: 5,
  requestHandler: { requestTimeout: 2_000, throwOnRequestTimeout: true, connectionTimeout: 1_000 },
});

/** The state of a sending domain at SES. */
export interface ProviderIdentity {
  /** Whether this service created the identity. The service never changes or deletes other identities (DM-14). */
  isManaged: boolean;
  /** The stage in the tag of the service; undefined if the identity has no such tag. */
  stage: string | undefined;
  /** Whether SES signs with keys that it creates, whose records contain the DKIM tokens. */
  signsWithEasyDkim: boolean;
  dkimTokens: readonly string[];
  /** The DNS zone in which SES publishes the keys that the DKIM records point to. */
  dkimZone: string;
  dkimStatus: DkimAttributes['Status'];
  mailFromDomain: string | undefined;
  /** Whether SES forwards bounces and complaints by email. Forwarding is enabled until the service disables it. */
  forwardsFeedback: boolean;
  mailFromStatus: MailFromAttributes['MailFromDomainStatus'];
}

/** The events that a configuration set publishes. `engagement` is published only while SES may rewrite links. */
const eventDestinations = {
  events: ['SEND', 'DELIVERY', 'BOUNCE', 'COMPLAINT', 'REJECT', 'RENDERING_FAILURE', 'DELIVERY_DELAY'],
  engagement: ['OPEN', 'CLICK'],
} satisfies Record<string, EventType[]>;

/** Creates the configuration set if the set does not exist. SES publishes the events of the set to the SNS topic. */
export async function ensureConfigurationSet(name: string, eventsTopicArn: string): Promise<void> {
  await ignoreAlreadyExists(
    client.send(
      new CreateConfigurationSetCommand({
        ConfigurationSetName: name,
        // Each workspace has its own suppressions. The account-level list would block a recipient for all workspaces.
        SuppressionOptions: { SuppressedReasons: [] },
        ReputationOptions: { ReputationMetricsEnabled: true },
        // With engagement metrics, Virtual Deliverability Manager would rewrite links in every email of the account.
        VdmOptions: { DashboardOptions: { EngagementMetrics: 'DISABLED' } },
        Tags: [stageTag()],
      }),
    ),
  );
  await putEventDestination(name, 'events', eventsTopicArn);
}

/**
 * Creates or updates the event destination. An existing event destination may publish to the topic of an earlier
 * deployment, which no longer exists.
 */
export async function putEventDestination(
  configurationSet: string,
  name: keyof typeof eventDestinations,
  topicArn: string,
): Promise<void> {
  const input = {
    ConfigurationSetName: configurationSet,
    EventDestinationName: name,
    EventDestination: {
      Enabled: true,
      MatchingEventTypes: eventDestinations[name],
      SnsDestination: { TopicArn: topicArn },
    },
  };
  const created = await ignoreAlreadyExists(
    client.send(new CreateConfigurationSetEventDestinationCommand(input)),
  );
  if (!created) await client.send(new UpdateConfigurationSetEventDestinationCommand(input));
}

/** Creates the identity with Easy DKIM if it does not exist, and returns its state. */
export async function ensureIdentity(domain: string): Promise<ProviderIdentity> {
  const input = { EmailIdentity: domain, Tags: [stageTag()] };
  const created = await ignoreAlreadyExists(client.send(new CreateEmailIdentityCommand(input)));
  const identity = created ? identityOf({ ...created, Tags: input.Tags }) : await findIdentity(domain);
  if (!identity) throw new Error('SES reports that the identity exists but does not return it');
  return identity;
}

export async function findIdentity(domain: string): Promise<ProviderIdentity | undefined> {
  const found = await ignoreNotFound(client.send(new GetEmailIdentityCommand({ EmailIdentity: domain })));
  return found && identityOf(found);
}

/**
 * Disables notifications of bounces and complaints by email. The emails would arrive at the sender's address and look
 * like replies, and SES also publishes bounces and complaints as events.
 */
export async function disableFeedbackForwarding(domain: string): Promise<void> {
  const input = { EmailIdentity: domain, EmailForwardingEnabled: false };
  await client.send(new PutEmailIdentityFeedbackAttributesCommand(input));
}

/** Sets the domain of the Return-Path. SES then restarts the verification, even if the domain is already set. */
export async function setMailFromDomain(domain: string, mailFromDomain: string): Promise<void> {
  await client.send(
    new PutEmailIdentityMailFromAttributesCommand({
      EmailIdentity: domain,
      MailFromDomain: mailFromDomain,
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    }),
  );
}

/**
 * Makes SES rewrite links to this host name, over HTTPS, and publish opens and clicks. SES refuses the host name until
 * the domain is verified.
 */
export async function startTracking(
  configurationSet: string,
  hostname: string,
  eventsTopicArn: string,
): Promise<void> {
  await client.send(
    new PutConfigurationSetTrackingOptionsCommand({
      ConfigurationSetName: configurationSet,
      CustomRedirectDomain: hostname,
      // By default, a link keeps its scheme, and the image that reports opens is loaded over plain HTTP.
      HttpsPolicy: 'REQUIRE',
    }),
  );
  await putEventDestination(configurationSet, 'engagement', eventsTopicArn);
}

/**
 * Removes the event destination of opens and clicks. Without this destination, SES does not rewrite links. Rewritten
 * links break if the host name does not resolve.
 */
export async function stopTracking(configurationSet: string): Promise<void> {
  await ignoreNotFound(
    client.send(
      new DeleteConfigurationSetEventDestinationCommand({
        ConfigurationSetName: configurationSet,
        EventDestinationName: 'engagement' satisfies keyof typeof eventDestinations,
      }),
    ),
  );
}

/**
 * Makes this service the owner of an existing identity. The role of the function may then change and delete the
 * identity.
 */
export async function tagIdentity(domain: string): Promise<void> {
  await client.send(new TagResourceCommand({ ResourceArn: identityArn(domain), Tags: [stageTag()] }));
}

/** The identity is in the account and Region of the topic for events. */
function identityArn(domain: string): string {
  const [, partition, , region, account] = requireEnv('EVENTS_TOPIC_ARN').split(':');
  return `arn:${partition}:ses:${region}:${account}:identity/${domain}`;
}

export const deleteIdentity = (domain: string): Promise<void> =>
  deleteWhileManaged(
    async () => (await findIdentity(domain))?.isManaged ?? false,
    () => client.send(new DeleteEmailIdentityCommand({ EmailIdentity: domain })),
  );

export function deleteConfigurationSet(name: string): Promise<void> {
  const input = { ConfigurationSetName: name };
  return deleteWhileManaged(
    async () => isManaged((await ignoreNotFound(client.send(new GetConfigurationSetCommand(input))))?.Tags),
    () => client.send(new DeleteConfigurationSetCommand(input)),
  );
}

/**
 * Deletes a resource of this service. The IAM policy allows the deletion by tag, so IAM may deny the deletion of a
 * resource that does not exist. This denial is not an error.
 */
async function deleteWhileManaged(
  isStillManaged: () => Promise<boolean>,
  remove: () => Promise<unknown>,
): Promise<void> {
  if (!(await isStillManaged())) return;
  await remove().catch(async (error: unknown) => {
    if (await isStillManaged()) throw error;
  });
}

const stageTag = () => ({ Key: serviceTagKey, Value: requireEnv('STAGE') });

const isManaged = (tags: readonly Tag[] | undefined): boolean => stageOf(tags) === requireEnv('STAGE');

const stageOf = (tags: readonly Tag[] = []): string | undefined =>
  tags.find(({ Key }) => Key === serviceTagKey)?.Value;

const identityOf = (response: {
  DkimAttributes?: DkimAttributes | undefined;
  MailFromAttributes?: MailFromAttributes | undefined;
  FeedbackForwardingStatus?: boolean | undefined;
  Tags?: Tag[] | undefined;
}): ProviderIdentity => ({
  isManaged: isManaged(response.Tags),
  stage: stageOf(response.Tags),
  signsWithEasyDkim: signsWithEasyDkim(response.DkimAttributes),
  dkimTokens: response.DkimAttributes?.Tokens ?? [],
  dkimZone: response.DkimAttributes?.SigningHostedZone ?? 'dkim.amazonses.com',
  dkimStatus: response.DkimAttributes?.Status,
  forwardsFeedback: response.FeedbackForwardingStatus ?? true,
  mailFromDomain: response.MailFromAttributes?.MailFromDomain,
  mailFromStatus: response.MailFromAttributes?.MailFromDomainStatus,
});

const signsWithEasyDkim = ({
  SigningEnabled,
  SigningAttributesOrigin,
  Tokens,
}: DkimAttributes = {}): boolean =>
  SigningEnabled === true && SigningAttributesOrigin !== 'EXTERNAL' && (Tokens ?? []).length > 0;

async function ignoreAlreadyExists<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof AlreadyExistsException) return undefined;
    throw error;
  });
}

async function ignoreNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  });
}
