import type { DefaultStackSynthesizerProps, Environment } from 'aws-cdk-lib';

/** The settings of a deployment. In a clone of the repository, the file `carrier-nest.json` has the same settings. */
export interface CarrierNestSettings {
  /**
   * The stage, which is part of every stack and function name, so that an account can have several deployments: a
   * lowercase letter, then up to 19 lowercase letters, digits or hyphens.
   *
   * @default 'prod'
   */
  readonly stage?: string | undefined;

  /**
   * `full` adds CloudFront and containers, which accept bodies above the 10 MB of API Gateway and cost money at rest.
   *
   * @default 'economy'
   */
  readonly preset?: 'economy' | 'full' | undefined;

  /**
   * The two different Availability Zones for the containers of `full`, such as `us-east-1b`. Fargate and VPC origins do
   * not support every zone.
   *
   * @default the first two zones of the account
   */
  readonly availabilityZones?: readonly string[] | undefined;

  /**
   * The ID of the security group that CloudFront creates with the first VPC origin, such as `sg-0123456789abcdef0`.
   * Without this setting, every address in the VPC can reach the load balancer of `full`.
   *
   * @default none
   */
  readonly vpcOriginSecurityGroup?: string | undefined;

  /**
   * The name of the account's active SES receipt rule set, to which the deployment adds its rule. Requires
   * `receiptRuleAfter`.
   *
   * @default a new, inactive rule set
   */
  readonly receiptRuleSet?: string | undefined;

  /**
   * The name of the last rule before any that stops mail of this service's domains. The deployment's rule follows this
   * rule: at most 64 letters, digits, dots, hyphens and underscores. Requires `receiptRuleSet`.
   *
   * @default none
   */
  readonly receiptRuleAfter?: string | undefined;

  /**
   * The domains whose mail the receipt rule stores, 1 to 100, in lowercase. A leading dot means the subdomains.
   *
   * @default the mail of all domains, unless an earlier rule stops the rule set
   */
  readonly receivingDomains?: readonly string[] | undefined;

  /**
   * Whether the service receives mail, which SES supports only in some Regions. True skips the check of the Region.
   *
   * @default true in the Regions in which SES receives mail; elsewhere, synthesis fails until this is set
   */
  readonly inbound?: boolean | undefined;

  /**
   * The email address that receives an email for each alarm, after its owner has confirmed the subscription.
   *
   * @default none
   */
  readonly alarmEmail?: string | undefined;

  /**
   * `essential` has ten alarms, which report failed requests and lost work. `all` also has alarms for each queue, worker
   * and index, and for the containers of `full`.
   *
   * @default 'essential' for economy, 'all' for full
   */
  readonly alarms?: 'essential' | 'all' | undefined;

  /**
   * Whether to create the role for the access logs of API Gateway, which is a setting of the account and the Region.
   * Set to false if the Region already has such a role, because a new role replaces it.
   *
   * @default true
   */
  readonly apiGatewayLogRole?: boolean | undefined;

  /**
   * The number of concurrent Lambda executions available to this deployment, 10 to 100,000. A new account may have only
   * ten.
   *
   * @default 10
   */
  readonly executions?: number | undefined;

  /**
   * The send rate of the SES account, in recipients per second, 1 to 10,000. Bulk email reaches its share of this rate
   * only if `executions` is high enough.
   *
   * @default 14
   */
  readonly sendRate?: number | undefined;

  /**
   * The number of domain calls per second that SES accepts from this account, 0.1 to 100.
   *
   * @default 1
   */
  readonly identityCallsPerSecond?: number | undefined;

  /**
   * The webhook attempts per second to one host, across all workspaces, 10 to 500.
   *
   * @default 50
   */
  readonly webhooksPerSecondByHost?: number | undefined;

  /**
   * The requests per second of the whole API, 1 to 10,000. The burst is twice as large.
   *
   * @default 100
   */
  readonly requestsPerSecond?: number | undefined;

  /**
   * Whether a web ACL limits the rate of each source address.
   *
   * @default true for full, false for economy
   */
  readonly firewall?: boolean | undefined;

  /**
   * The number of requests per minute that the firewall accepts from one address, 10 to 1,000,000.
   *
   * @default 3000
   */
  readonly requestsPerMinuteByAddress?: number | undefined;

  /**
   * The number of days that CloudWatch keeps logs.
   *
   * @default 30
   */
  readonly logRetentionDays?: 7 | 30 | 90 | 365 | undefined;

  /**
   * The name of a table restored from a backup, 3 to 255 characters. The stack `Data` uses this table instead of
   * creating one.
   *
   * @default a new table
   */
  readonly restoredTable?: string | undefined;

  /**
   * Resources that an earlier deployment of the stage retained when it was removed. The deployment uses them instead of
   * creating new ones. `restoredTable` adopts the table.
   *
   * @default new resources
   */
  readonly adopt?: AdoptedResources | undefined;

  /**
   * Whether a KMS key of the deployment encrypts the secrets of webhook endpoints, for $1 a month.
   *
   * @default false
   */
  readonly customerKey?: boolean | undefined;

  /**
   * The base URL of links in emails: your domain or CloudFront's domain. An https URL of at most 150 characters, without
   * a query or a trailing slash.
   *
   * @default the API Gateway URL of the API
   */
  readonly publicUrl?: string | undefined;

  /**
   * The host names of tracked links that get a certificate and a CloudFront distribution, which also serve links over
   * HTTPS: 1 to 10 names in lowercase that begin with `link.`. Excludes `trackingTarget`.
   *
   * @default none; links are tracked over HTTP
   */
  readonly trackingHosts?: readonly string[] | undefined;

  /**
   * The host name of your own HTTPS proxy for tracked links, to which the CNAMEs of tracking hosts point. Excludes
   * `trackingHosts`.
   *
   * @default the host of SES in the Region
   */
  readonly trackingTarget?: string | undefined;

  /**
   * The number of hours after which an undecided draft expires, 1 to 8,760.
   *
   * @default 72
   */
  readonly approvalExpiryHours?: number | undefined;

  /**
   * If true, users sign in to the dashboard with a user pool of this deployment. If false, they use an API key. With the
   * preset `full`, this setting requires `publicUrl`.
   *
   * @default false
   */
  readonly users?: boolean | undefined;

  /**
   * An issuer whose access tokens the API accepts in addition to API keys.
   *
   * @default none
   */
  readonly oauth?: OAuthIssuer | undefined;
}

export interface AdoptedResources {
  /** The name of the bucket with the content of emails and webhooks. */
  readonly contentBucket?: string | undefined;
  /** The name of the bucket with received mail. */
  readonly inboundBucket?: string | undefined;
  /** The ID of the KMS key that encrypts the secrets of webhook endpoints, not its ARN or alias. */
  readonly webhookSecretsKey?: string | undefined;
  /** The ID of the user pool, such as `us-east-1_AbCdEf123`. */
  readonly userPool?: string | undefined;
}

export interface OAuthIssuer {
  /** The URL of the issuer, which tokens have in the claim `iss`. */
  readonly issuer: string;
  /** The value that tokens have in the claim `aud`. */
  readonly audience: string;
  /** The URL of the issuer's public keys. */
  readonly jwksUri: string;
}

export interface CarrierNestProps extends CarrierNestSettings {
  /**
   * The account and the Region of the stacks. Stacks that refer to the service need the same environment: give both the
   * same `env`, or neither.
   *
   * @default the environment of the surrounding Stage; without one, that of the AWS credentials at deployment
   */
  readonly env?: Environment | undefined;

  /**
   * How the stacks find the resources of `cdk bootstrap`, if you bootstrapped with names or a qualifier of your own. The
   * stacks have a synthesizer of their own, so they do not use the synthesizer of the app.
   *
   * @default the names of cdk bootstrap
   */
  readonly bootstrap?: DefaultStackSynthesizerProps | undefined;
}
