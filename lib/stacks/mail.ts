import { CfnOutput, Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  ReceiptRule,
  ReceiptRuleSet,
  type IReceiptRuleAction,
  type IReceiptRuleSet,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { adoptedBucket, privateBucket } from './data';
import { createDeadLetterQueue, QueueWithDeadLetters } from '../parts/queue-with-dead-letters';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';
import type { Settings } from '../settings';

interface MailStackProps extends ServiceStackProps {
  settings: Settings;
  deadLetters: IQueue;
}

/** The connection to SES: the topic for its events, and the receipt rule for incoming mail. */
export class MailStack extends ServiceStack {
  readonly eventsTopic: Topic;
  /** The messages that a topic could not deliver to a queue. */
  readonly undelivered: IQueue;
  /** Stores raw messages for 30 days. The API reads attachments from the raw messages (IN-22). */
  readonly inboundBucket: IBucket;
  /** Undefined if incoming mail is disabled. */
  readonly inboundQueue: QueueWithDeadLetters | undefined;

  constructor(scope: Construct, id: string, props: MailStackProps) {
    super(scope, id, props);
    this.eventsTopic = this.createSesTopic('EmailEvents', this.sesArn('configuration-set/*'));
    this.undelivered = createDeadLetterQueue(this, 'UndeliveredDeadLetters');
    // The bucket always exists, because functions still read messages that arrived before `inbound` was disabled.
    const { inboundBucket } = props.settings.adopt;
    this.inboundBucket = inboundBucket
      ? adoptedBucket(this, 'InboundMail', inboundBucket)
      : privateBucket(this, 'InboundMail', [{ expiration: Duration.days(30) }]);
    if (props.settings.inbound !== false) this.inboundQueue = this.addReceiptRule(props);
  }

  private addReceiptRule({ settings, deadLetters }: MailStackProps): QueueWithDeadLetters {
    const { stage, receiptRuleAfter, receivingDomains } = settings;
    const queue = new QueueWithDeadLetters(this, 'Inbound', { deadLetters, timeoutSeconds: 60, triesMax: 5 });
    const ruleSet = this.ensureRuleSet(settings);
    const ruleName = `carrier-nest-${stage}`;
    // The ARN is text instead of a reference, because the rule depends on the policies that contain the ARN.
    const ruleArn = this.sesArn(
      `receipt-rule-set/${settings.receiptRuleSet ?? ruleName}:receipt-rule/${ruleName}`,
    );
    const notifications = this.createSesTopic('InboundNotifications', ruleArn);
    queue.subscribeTo(notifications, this.undelivered);
    this.inboundBucket.addToResourcePolicy(
      new PolicyStatement({
        actions: ['s3:PutObject'],
        resources: [this.inboundBucket.arnForObjects(`${inboundPrefix}*`)],
        principals: [this.ses(ruleArn)],
      }),
    );
    const rule = new ReceiptRule(this, 'ReceiveAll', {
      ruleSet,
      receiptRuleName: ruleName,
      scanEnabled: true,
      recipients: receivingDomains,
      after:
        receiptRuleAfter === undefined
          ? undefined
          : ReceiptRule.fromReceiptRuleName(this, 'After', receiptRuleAfter),
      actions: [storeAction(this.inboundBucket, notifications)],
    });
    // When the rule is created, SES tries to write to the bucket and the topic.
    const { policy } = this.inboundBucket;
    rule.node.addDependency(this.inboundBucket, notifications, ...(policy ? [policy] : []));
    return queue;
  }

  /**
   * Returns the rule set to which the deployment adds its rule: the account's active rule set if the settings name it,
   * otherwise a new, inactive rule set. The deployment never activates a rule set, because that would deactivate the
   * account's active rule set.
   */
  private ensureRuleSet({ receiptRuleSet, stage }: Settings): IReceiptRuleSet {
    if (receiptRuleSet) return ReceiptRuleSet.fromReceiptRuleSetName(this, 'ActiveRuleSet', receiptRuleSet);
    const ownName = `carrier-nest-${stage}`;
    new CfnOutput(this, 'ActivateInbound', {
      description: 'If the account has no active receipt rule set, run this command once',
      value: `aws ses set-active-receipt-rule-set --rule-set-name ${ownName}`,
    });
    return new ReceiptRuleSet(this, 'OwnRuleSet', { receiptRuleSetName: ownName });
  }

  /** Creates a topic to which SES publishes on behalf of the resource. */
  private createSesTopic(id: string, sourceArn: string): Topic {
    const topic = new Topic(this, id, { enforceSSL: true });
    topic.grantPublish(this.ses(sourceArn));
    return topic;
  }

  private ses(sourceArn: string): ServicePrincipal {
    return new ServicePrincipal('ses.amazonaws.com', {
      conditions: {
        StringEquals: { 'aws:SourceAccount': this.account },
        ArnLike: { 'aws:SourceArn': sourceArn },
      },
    });
  }

  private sesArn(resource: string): string {
    return `arn:${this.partition}:ses:${this.region}:${this.account}:${resource}`;
  }
}

const inboundPrefix = 'inbound/';

/** The CDK's built-in action would allow SES to write on behalf of every rule in the account. */
const storeAction = ({ bucketName }: IBucket, { topicArn }: Topic): IReceiptRuleAction => ({
  bind: () => ({ s3Action: { bucketName, objectKeyPrefix: inboundPrefix, topicArn } }),
});
