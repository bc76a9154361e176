import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { UserPool, type IUserPool } from 'aws-cdk-lib/aws-cognito';
import { AttributeType, Billing, ProjectionType, TableV2, type ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, type IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  BucketPolicy,
  ObjectOwnership,
  type BucketProps,
  type IBucket,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { keysOf } from '../../shared/core/keys-of';
import type { IndexName } from '../../shared/core/needs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { createDeadLetterQueue } from '../parts/queue-with-dead-letters';
import { userPool } from '../parts/sign-in';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';
import type { Settings } from '../settings';

/**
 * Deletes the resource only if its first deployment fails. At that time, the resource is empty, and the next deployment
 * creates it again.
 */
const retainOnceDeployed = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** The period for which the table can be restored to a point in time. */
const restorableFor = Duration.days(35);

const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });

/** The partition key and the sort key of each index. */
const indexKeys: Record<IndexName, [partitionKey: string, sortKey: string]> = {
  byStatus: ['statusKey', 'sk'],
  byDue: ['dueKey', 'dueAt'],
  byTime: ['timeKey', 'timeAt'],
  byWaiting: ['waitingKey', 'waitingAt'],
};

export const indexNames = keysOf(indexKeys);

interface DataStackProps extends ServiceStackProps {
  settings: Settings;
}

/**
 * The resources that must outlive a deployment: the table, the buckets for large data, the customer-managed key for the
 * signing secrets, and the user pool.
 */
export class DataStack extends ServiceStack {
  readonly table: ITableV2;
  readonly contentBucket: IBucket;
  readonly parkedBucket: IBucket;
  /**
   * The customer-managed key for the signing secrets. One function may encrypt with this key, and only the functions
   * that sign webhooks may decrypt. Undefined if the functions keep a data key in a parameter.
   */
  readonly webhookSecretsKey: IKey | undefined;
  /** The messages that a function could not process in five attempts, from all queues. */
  readonly deadLetters: Queue;
  /** The user pool of the dashboard; undefined if users do not sign in. */
  readonly userPool: IUserPool | undefined;

  constructor(scope: Construct, id: string, { settings, ...props }: DataStackProps) {
    super(scope, id, props);
    this.table = this.importRestoredTable(settings) ?? this.createTable();
    const { contentBucket } = settings.adopt;
    this.contentBucket = contentBucket
      ? adoptedBucket(this, 'Content', contentBucket)
      : this.createContentBucket();
    // A function reads a parked body once, seconds after the ingress stores it.
    this.parkedBucket = privateBucket(this, 'ParkedBodies', [{ expiration: Duration.days(1) }]);
    this.webhookSecretsKey = this.ensureWebhookSecretsKey(settings);
    this.deadLetters = createDeadLetterQueue(this, 'DeadLetters');
    this.userPool = settings.users ? this.ensureUserPool(settings) : undefined;
  }

  /**
   * Imports the restored table if the settings name one. CloudFormation then removes the original table from the stack
   * but retains its data.
   */
  private importRestoredTable({ restoredTable: tableName }: Settings): ITableV2 | undefined {
    return tableName === undefined
      ? undefined
      : TableV2.fromTableAttributes(this, 'RestoredTable', { tableName });
  }

  /** The bucket keeps webhook payloads for as long as the API lists their deliveries. */
  private createContentBucket(): Bucket {
    return privateBucket(
      this,
      'Content',
      [
        { prefix: 'webhooks/', expiration: Duration.days(31) },
        { noncurrentVersionExpiration: restorableFor, expiredObjectDeleteMarker: true },
      ],
      { versioned: true },
    );
  }

  private ensureWebhookSecretsKey({ adopt, customerKey }: Settings): IKey | undefined {
    const { webhookSecretsKey: keyId } = adopt;
    if (keyId) return Key.fromKeyArn(this, 'WebhookSecrets', this.keyArn(keyId));
    if (!customerKey) return undefined;
    return new Key(this, 'WebhookSecrets', {
      description: 'Carrier Nest: the signing secrets of webhook endpoints',
      enableKeyRotation: true,
      removalPolicy: retainOnceDeployed,
    });
  }

  private keyArn(keyId: string): string {
    return this.formatArn({ service: 'kms', resource: 'key', resourceName: keyId });
  }

  private ensureUserPool({ adopt }: Settings): IUserPool {
    return adopt.userPool ? UserPool.fromUserPoolId(this, 'Users', adopt.userPool) : userPool(this);
  }

  private createTable(): TableV2 {
    return new TableV2(this, 'Table', {
      partitionKey: stringAttribute('pk'),
      sortKey: stringAttribute('sk'),
      billing: Billing.onDemand(),
      timeToLiveAttribute: 'expiresAt',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      globalSecondaryIndexes: indexNames.map((indexName) => {
        const [partitionKey, sortKey] = indexKeys[indexName].map(stringAttribute);
        return { indexName, partitionKey, sortKey, projectionType: ProjectionType.ALL };
      }),
    });
  }
}

/** A bucket that only functions read: encrypted, TLS only, never public. */
export const privateBucket = (
  scope: Construct,
  id: string,
  lifecycleRules: LifecycleRule[],
  { versioned = false }: Pick<BucketProps, 'versioned'> = {},
): Bucket =>
  new Bucket(scope, id, {
    versioned,
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    removalPolicy: retainOnceDeployed,
    lifecycleRules: [...lifecycleRules, { abortIncompleteMultipartUploadAfter: Duration.days(1) }],
  });

/**
 * A bucket that an earlier deployment created with `privateBucket` and retained. The bucket still has its encryption and
 * lifecycle rules, but CloudFormation deleted its policy.
 */
export function adoptedBucket(scope: Construct, id: string, bucketName: string): IBucket {
  const parent = new Construct(scope, id);
  const bucket = Bucket.fromBucketName(parent, 'Bucket', bucketName);
  // The policy has the same logical ID as the policy of a created bucket, so that one replaces the other in an update.
  bucket.policy = new BucketPolicy(parent, 'Policy', { bucket });
  bucket.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.DENY,
      actions: ['s3:*'],
      principals: [new AnyPrincipal()],
      resources: [bucket.bucketArn, bucket.arnForObjects('*')],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  );
  return bucket;
}
