import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { ReceiptRule, ReceiptRuleSet, type IReceiptRuleSet } from 'aws-cdk-lib/aws-ses';
import { S3 } from 'aws-cdk-lib/aws-ses-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { privateBucket } from './data';
import { QueueWithDeadLetters } from '../parts/queue-with-dead-letters';
import type { Settings } from '../settings';

interface MailStackProps extends StackProps {
  settings: Settings;
}

/** The connection to SES: the topic for its events, and the receipt rule for incoming mail. */
export class MailStack extends Stack {
  readonly eventsTopic: Topic;
  /** Stores raw messages for 30 days. The API reads attachments from the raw messages (IN-22). */
  readonly inboundBucket: Bucket;
  /** Undefined if incoming mail is disabled. */
  readonly inboundQueue: QueueWithDeadLetters | undefined;

  constructor(scope: Construct, id: string, props: MailStackProps) {
    super(scope, id, props);
    this.eventsTopic = this.createSesTopic('EmailEvents');
    // The bucket always exists, because functions still read messages that arrived before `inbound` was disabled.
    this.inboundBucket = privateBucket(this, 'InboundMail', [{ expiration: Duration.days(30) }]);
    if (props.settings.inbound !== false) this.inboundQueue = this.addReceiptRule(props.settings);
  }

  private addReceiptRule(settings: Settings): QueueWithDeadLetters {
    const queue = new QueueWithDeadLetters(this, 'Inbound', { timeoutSeconds: 60, triesMax: 5 });
    const notifications = this.createSesTopic('InboundNotifications');
    queue.subscribeTo(notifications);
    new ReceiptRule(this, 'ReceiveAll', {
      ruleSet: this.ensureRuleSet(settings),
      receiptRuleName: `carrier-nest-${settings.stage}`,
      scanEnabled: true,
      actions: [storeAction(this.inboundBucket, notifications)],
    });
    return queue;
  }

  /** An account has one active rule set. The deployment adds a rule to the active set and never replaces the set. */
  private ensureRuleSet({ receiptRuleSet, stage }: Settings): IReceiptRuleSet {
    if (receiptRuleSet) return ReceiptRuleSet.fromReceiptRuleSetName(this, 'ActiveRuleSet', receiptRuleSet);
    const ownName = `carrier-nest-${stage}`;
    new CfnOutput(this, 'ActivateInbound', {
      description: 'Run this command once if the account has no active receipt rule set',
      value: `aws ses set-active-receipt-rule-set --rule-set-name ${ownName}`,
    });
    return new ReceiptRuleSet(this, 'OwnRuleSet', { receiptRuleSetName: ownName });
  }

  private createSesTopic(id: string): Topic {
    const topic = new Topic(this, id, { enforceSSL: true });
    topic.grantPublish(
      new ServicePrincipal('ses.amazonaws.com', { conditions: this.thisAccountCondition() }),
    );
    return topic;
  }

  private thisAccountCondition() {
    return { StringEquals: { 'AWS:SourceAccount': this.account } };
  }
}

const storeAction = (bucket: Bucket, topic: Topic) => new S3({ bucket, objectKeyPrefix: 'inbound/', topic });
