import { z } from 'zod';
import { AwsError } from '../stand-in';

const text = z.strictObject({ Data: z.string(), Charset: z.string().optional() });

const attachment = z.strictObject({
  FileName: z.string(),
  RawContent: z.string(),
  ContentType: z.string().optional(),
  ContentDescription: z.string().optional(),
  ContentDisposition: z.enum(['ATTACHMENT', 'INLINE']).optional(),
  ContentId: z.string().optional(),
  ContentTransferEncoding: z.string().optional(),
});

const simple = z.strictObject({
  Subject: text,
  Body: z.strictObject({ Text: text.optional(), Html: text.optional() }),
  Headers: z.array(z.strictObject({ Name: z.string(), Value: z.string() })).optional(),
  Attachments: z.array(attachment).optional(),
});

const addresses = z.array(z.string()).optional();

export const sendEmail = z.strictObject({
  FromEmailAddress: z.string().optional(),
  Destination: z
    .strictObject({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses })
    .optional(),
  ReplyToAddresses: addresses,
  Content: z.strictObject({
    Raw: z.strictObject({ Data: z.string() }).optional(),
    Simple: simple.optional(),
  }),
  EmailTags: z.array(z.strictObject({ Name: z.string(), Value: z.string() })).optional(),
  ConfigurationSetName: z.string().optional(),
});

export type SendEmailInput = z.infer<typeof sendEmail>;
export type SimpleContent = z.infer<typeof simple>;

export const tagList = z.array(z.strictObject({ Key: z.string(), Value: z.string() }));
export type Tags = z.infer<typeof tagList>;
const tags = tagList.optional();
export const tagResource = z.strictObject({ ResourceArn: z.string(), Tags: tagList });

export const identity = z.strictObject({ EmailIdentity: z.string().min(1) });
export const createEmailIdentity = identity.extend({
  ConfigurationSetName: z.string().optional(),
  Tags: tags,
});
export const mailFromAttributes = identity.extend({
  MailFromDomain: z.string().optional(),
  BehaviorOnMxFailure: z.enum(['USE_DEFAULT_VALUE', 'REJECT_MESSAGE']).default('USE_DEFAULT_VALUE'),
});
export const configurationSetAttributes = identity.extend({ ConfigurationSetName: z.string().optional() });
export const feedbackAttributes = identity.extend({ EmailForwardingEnabled: z.boolean().default(false) });
export const dkimAttributes = identity.extend({ SigningEnabled: z.boolean().optional() });

export const configurationSetName = z.strictObject({ ConfigurationSetName: z.string().min(1) });

const options = {
  TrackingOptions: z
    .strictObject({
      CustomRedirectDomain: z.string().optional(),
      HttpsPolicy: z.enum(['REQUIRE', 'REQUIRE_OPEN_ONLY', 'OPTIONAL']).optional(),
    })
    .optional(),
  DeliveryOptions: z
    .strictObject({
      TlsPolicy: z.string().optional(),
      SendingPoolName: z.string().optional(),
      MaxDeliverySeconds: z.number().optional(),
    })
    .optional(),
  ReputationOptions: z
    .strictObject({ ReputationMetricsEnabled: z.boolean().optional(), LastFreshStart: z.number().optional() })
    .optional(),
  SendingOptions: z.strictObject({ SendingEnabled: z.boolean().optional() }).optional(),
  VdmOptions: z
    .strictObject({
      DashboardOptions: z.strictObject({ EngagementMetrics: z.enum(['ENABLED', 'DISABLED']) }).optional(),
      GuardianOptions: z
        .strictObject({ OptimizedSharedDelivery: z.enum(['ENABLED', 'DISABLED']) })
        .optional(),
    })
    .optional(),
  SuppressionOptions: z.strictObject({ SuppressedReasons: z.array(z.string()).optional() }).optional(),
};

export const putOptions = configurationSetName.extend(options);
export const createConfigurationSet = putOptions.extend({ Tags: tags });
export type ConfigurationSetOptions = Omit<z.infer<typeof putOptions>, 'ConfigurationSetName'>;

const destination = z.strictObject({
  Enabled: z.boolean().default(false),
  MatchingEventTypes: z.array(
    z.enum([
      'SEND',
      'REJECT',
      'BOUNCE',
      'COMPLAINT',
      'DELIVERY',
      'OPEN',
      'CLICK',
      'RENDERING_FAILURE',
      'DELIVERY_DELAY',
      'SUBSCRIPTION',
    ]),
  ),
  SnsDestination: z.strictObject({ TopicArn: z.string() }),
});

export const destinationName = configurationSetName.extend({ EventDestinationName: z.string().min(1) });
export const eventDestination = destinationName.extend({ EventDestination: destination });
export type EventDestinationInput = z.infer<typeof eventDestination>;

/** Strict schemas refuse an unsupported parameter instead of ignoring it. */
export function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new AwsError('BadRequestException', problems.join('; '));
}
