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
  type DkimAttributes,
  type EventType,
  type MailFromAttributes,
  type Tag,
} from '@aws-sdk/client-sesv2';
import { requireEnv } from '../core/env';
import { serviceTagKey } from '../core/needs';

/** Every call here may be repeated. SES takes few of them a second, so what it throttles is tried again. */
const client = new SESv2Client({
  maxAttempts: 5,
  requestHandler: { requestTimeout: 2_000, throwOnRequestTimeout: true, connectionTimeout: 1_000 },
});

/** A sending domain as SES sees it. */
export interface ProviderIdentity {
  /** This service made it. Another one is left alone (DM-14). */
  isManaged: boolean;
  dkimTokens: readonly string[];
  /** Where SES publishes the keys that the DKIM records point to. */
  dkimZone: string;
  dkimStatus: DkimAttributes['Status'];
  mailFromDomain: string | undefined;
  /** Bounces and complaints also come by mail: so it is until it is turned off. */
  forwardsFeedback: boolean;
  mailFromStatus: MailFromAttributes['MailFromDomainStatus'];
}

/** What a configuration set publishes: of the mail always, of its readers only while links may be rewritten. */
const eventDestinations = {
  events: ['SEND', 'DELIVERY', 'BOUNCE', 'COMPLAINT', 'REJECT', 'RENDERING_FAILURE', 'DELIVERY_DELAY'],
  engagement: ['OPEN', 'CLICK'],
} satisfies Record<string, EventType[]>;

/** Makes the configuration set unless it is there; its events go to the topic. */
export async function ensureConfigurationSet(name: string, eventsTopicArn: string): Promise<void> {
  await ignoreAlreadyExists(
    client.send(
      new CreateConfigurationSetCommand({
        ConfigurationSetName: name,
        // Suppressions are the workspace's own: the account's list would refuse mail for everybody.
        SuppressionOptions: { SuppressedReasons: [] },
        ReputationOptions: { ReputationMetricsEnabled: true },
        Tags: [stageTag()],
      }),
    ),
  );
  await ensureEventDestination(name, 'events', eventsTopicArn);
}

async function ensureEventDestination(
  configurationSet: string,
  name: keyof typeof eventDestinations,
  topicArn: string,
): Promise<void> {
  await ignoreAlreadyExists(
    client.send(
      new CreateConfigurationSetEventDestinationCommand({
        ConfigurationSetName: configurationSet,
        EventDestinationName: name,
        EventDestination: {
          Enabled: true,
          MatchingEventTypes: eventDestinations[name],
          SnsDestination: { TopicArn: topicArn },
        },
      }),
    ),
  );
}

/** Makes the identity with Easy DKIM unless it is there, and says how it stands. */
export async function ensureIdentity(domain: string): Promise<ProviderIdentity> {
  const input = { EmailIdentity: domain, Tags: [stageTag()] };
  const created = await ignoreAlreadyExists(client.send(new CreateEmailIdentityCommand(input)));
  const identity = created ? identityOf({ ...created, Tags: input.Tags }) : await findIdentity(domain);
  if (!identity) throw new Error('SES has the identity and does not find it');
  return identity;
}

export async function findIdentity(domain: string): Promise<ProviderIdentity | undefined> {
  const found = await ignoreNotFound(client.send(new GetEmailIdentityCommand({ EmailIdentity: domain })));
  return found && identityOf(found);
}

/** Bounces and complaints are events. By mail they would come to the sender's address, as if somebody wrote. */
export async function disableFeedbackForwarding(domain: string): Promise<void> {
  const input = { EmailIdentity: domain, EmailForwardingEnabled: false };
  await client.send(new PutEmailIdentityFeedbackAttributesCommand(input));
}

/** Sets the Return-Path's domain. Its verification begins anew, also where it is already set. */
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
 * From now on SES rewrites links to this host name, and publishes opens and clicks. It refuses the name while the
 * domain is not verified.
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
    }),
  );
  await ensureEventDestination(configurationSet, 'engagement', eventsTopicArn);
}

/** SES rewrites no links when nobody is told of clicks: a link to a host name that leads nowhere would be dead. */
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

/** What is gone has no tag, so IAM may refuse to delete it: a refusal counts only while it is there. */
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

const isManaged = (tags: readonly Tag[] = []): boolean =>
  tags.some(({ Key, Value }) => Key === serviceTagKey && Value === requireEnv('STAGE'));

const identityOf = (response: {
  DkimAttributes?: DkimAttributes | undefined;
  MailFromAttributes?: MailFromAttributes | undefined;
  FeedbackForwardingStatus?: boolean | undefined;
  Tags?: Tag[] | undefined;
}): ProviderIdentity => ({
  isManaged: isManaged(response.Tags),
  dkimTokens: response.DkimAttributes?.Tokens ?? [],
  dkimZone: response.DkimAttributes?.SigningHostedZone ?? 'dkim.amazonses.com',
  dkimStatus: response.DkimAttributes?.Status,
  forwardsFeedback: response.FeedbackForwardingStatus ?? true,
  mailFromDomain: response.MailFromAttributes?.MailFromDomain,
  mailFromStatus: response.MailFromAttributes?.MailFromDomainStatus,
});

/** Something that is there already is what was asked for. */
async function ignoreAlreadyExists<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof AlreadyExistsException) return undefined;
    throw error;
  });
}

/** Something that is gone already is no failure. */
async function ignoreNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  });
}
