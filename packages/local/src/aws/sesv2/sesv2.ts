import type { Clock } from '../../clock/clock';
import { AwsError, type AwsResponse, type AwsCall, type AwsRequest, type StandIn } from '../stand-in';
import { describeAccount } from './account';
import type { ConfigurationSets } from './configuration-sets';
import type { Identities } from './identities';
import * as inputs from './inputs';
import type { Outbox, OutboxRecord } from './outbox';
import { readSesCall, sesArn } from './routes';
import { SendLimits } from './send-limits';
import { acceptMail } from './send-email';

export interface SesV2Options {
  clock: Clock;
  region: string;
  accountId: string;
  identities: Identities;
  configurationSets: ConfigurationSets;
  outbox: Outbox;
  /** Publishes to an SNS topic as SES, on behalf of the SES resource `sourceArn`. */
  publish: (sourceArn: string, topicArn: string, message: string) => Promise<unknown>;
  /** Delivers an accepted email. Runs before SendEmail responds, so that no delivery is pending after the response. */
  onAccepted: (record: OutboxRecord) => Promise<void>;
}

type Operation = (input: Record<string, unknown>) => unknown;

/** SES v2: sending, identities and configuration sets. */
export class SesV2 implements StandIn {
  readonly service = 'sesv2';
  readonly limits: SendLimits;
  private readonly handlers: Record<string, Operation>;

  constructor(private readonly options: SesV2Options) {
    this.limits = new SendLimits(options.clock, options.outbox);
    this.handlers = {
      SendEmail: (input) => this.sendEmail(input),
      GetAccount: () => describeAccount(this.limits),
      ...identityOperations(options),
      ...configurationSetOperations(options.configurationSets),
      ...destinationOperations(options),
    };
  }

  get operations(): string[] {
    return Object.keys(this.handlers);
  }

  read(request: AwsRequest): AwsCall {
    const { region, accountId, identities, configurationSets } = this.options;
    return readSesCall(request, { region, accountId, identities, configurationSets });
  }

  async run(call: AwsCall): Promise<AwsResponse> {
    const operation = this.handlers[call.operation];
    if (!operation)
      throw new AwsError('UnknownOperation', `The local SES does not support ${call.operation}`, 404);
    return jsonResponse(200, (await operation(call.input)) ?? {});
  }

  renderError(error: AwsError): AwsResponse {
    const response = jsonResponse(error.status, { message: error.message, ...error.extra });
    return { ...response, headers: { ...response.headers, 'x-amzn-errortype': error.code } };
  }

  private async sendEmail(input: Record<string, unknown>): Promise<unknown> {
    const { options, limits } = this;
    const record = await acceptMail({ ...options, limits }, inputs.parse(inputs.sendEmail, input));
    await this.options.onAccepted(record);
    return { MessageId: record.provider_message_id };
  }
}

function jsonResponse(status: number, body: unknown): AwsResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function identityOperations({ identities, configurationSets }: SesV2Options): Record<string, Operation> {
  const refuseUnknownSet = (name: string | undefined) => {
    if (name !== undefined) configurationSets.get(name);
  };
  return {
    CreateEmailIdentity: (input) => {
      const { EmailIdentity, ConfigurationSetName, Tags } = inputs.parse(inputs.createEmailIdentity, input);
      refuseUnknownSet(ConfigurationSetName);
      return identities.create(EmailIdentity, ConfigurationSetName, Tags);
    },
    GetEmailIdentity: (input) => identities.describe(inputs.parse(inputs.identity, input).EmailIdentity),
    TagResource: (input) => {
      const { ResourceArn, Tags } = inputs.parse(inputs.tagResource, input);
      identities.addTags(ResourceArn.split(':identity/')[1] ?? '', Tags);
    },
    DeleteEmailIdentity: (input) => identities.remove(inputs.parse(inputs.identity, input).EmailIdentity),
    PutEmailIdentityMailFromAttributes: (input) => {
      const { EmailIdentity, ...mailFrom } = inputs.parse(inputs.mailFromAttributes, input);
      identities.setMailFrom(EmailIdentity, mailFrom.MailFromDomain, mailFrom.BehaviorOnMxFailure);
    },
    PutEmailIdentityConfigurationSetAttributes: (input) => {
      const { EmailIdentity, ConfigurationSetName } = inputs.parse(inputs.configurationSetAttributes, input);
      refuseUnknownSet(ConfigurationSetName);
      identities.update(EmailIdentity, { configurationSet: ConfigurationSetName });
    },
    PutEmailIdentityFeedbackAttributes: (input) => {
      const { EmailIdentity, EmailForwardingEnabled } = inputs.parse(inputs.feedbackAttributes, input);
      identities.update(EmailIdentity, { forwardsFeedback: EmailForwardingEnabled });
    },
    PutEmailIdentityDkimAttributes: (input) => {
      const { EmailIdentity, SigningEnabled } = inputs.parse(inputs.dkimAttributes, input);
      identities.update(EmailIdentity, { signingEnabled: SigningEnabled ?? false });
    },
  };
}

function configurationSetOperations(sets: ConfigurationSets): Record<string, Operation> {
  const put: Operation = (input) => {
    const { ConfigurationSetName, ...options } = inputs.parse(inputs.putOptions, input);
    sets.putOptions(ConfigurationSetName, options);
  };
  return {
    CreateConfigurationSet: (input) => {
      const { ConfigurationSetName, Tags, ...options } = inputs.parse(inputs.createConfigurationSet, input);
      sets.create(ConfigurationSetName, options, Tags);
    },
    GetConfigurationSet: (input) => sets.describe(setName(input)),
    DeleteConfigurationSet: (input) => sets.remove(setName(input)),
    PutConfigurationSetTrackingOptions: put,
    PutConfigurationSetDeliveryOptions: put,
    PutConfigurationSetReputationOptions: put,
    PutConfigurationSetSendingOptions: put,
    PutConfigurationSetSuppressionOptions: put,
    PutConfigurationSetVdmOptions: put,
  };
}

function destinationOperations(options: SesV2Options): Record<string, Operation> {
  const { configurationSets: sets } = options;
  return {
    GetConfigurationSetEventDestinations: (input) => ({
      EventDestinations: sets.get(setName(input)).destinations,
    }),
    CreateConfigurationSetEventDestination: async (input) => {
      const eventDestination = inputs.parse(inputs.eventDestination, input);
      sets.refuseExistingDestination(eventDestination);
      await validateTopic(options, eventDestination);
      sets.createDestination(eventDestination);
    },
    UpdateConfigurationSetEventDestination: async (input) => {
      const eventDestination = inputs.parse(inputs.eventDestination, input);
      sets.expectDestination(eventDestination.ConfigurationSetName, eventDestination.EventDestinationName);
      await validateTopic(options, eventDestination);
      sets.updateDestination(eventDestination);
    },
    DeleteConfigurationSetEventDestination: (input) => {
      const { ConfigurationSetName, EventDestinationName } = inputs.parse(inputs.destinationName, input);
      sets.removeDestination(ConfigurationSetName, EventDestinationName);
    },
  };
}

/** Publishes a plain text message to the topic, as SES does. Throws if publishing fails. */
async function validateTopic(
  options: SesV2Options,
  { ConfigurationSetName, EventDestination }: inputs.EventDestinationInput,
): Promise<void> {
  const { TopicArn } = EventDestination.SnsDestination;
  const setArn = sesArn(options, 'configuration-set', ConfigurationSetName);
  try {
    await options.publish(
      setArn,
      TopicArn,
      'Successfully validated SNS topic for Amazon SES event publishing.',
    );
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const reason = error.code === 'NotFound' ? 'not found.' : 'could not be published to.';
    throw new AwsError('BadRequestException', `SNS topic <${TopicArn}> ${reason}`);
  }
}

function setName(input: Record<string, unknown>): string {
  return inputs.parse(inputs.configurationSetName, input).ConfigurationSetName;
}
