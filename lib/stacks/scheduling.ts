import { RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { QueueWithDeadLetters } from '../parts/queue-with-dead-letters';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';
import type { Settings } from '../settings';

interface SchedulingStackProps extends ServiceStackProps {
  settings: Settings;
  deadLetters: IQueue;
}

/**
 * The schedules that wake the service when work is due (docs/architecture/time.md), and the queues for that work. The
 * table records which work is due.
 */
export class SchedulingStack extends ServiceStack {
  readonly wakeups: QueueWithDeadLetters;
  readonly dueWork: QueueWithDeadLetters;
  readonly steps: QueueWithDeadLetters;
  readonly campaigns: QueueWithDeadLetters;
  readonly slices: QueueWithDeadLetters;
  readonly backgroundJobs: QueueWithDeadLetters;
  readonly wakeupGroup: ScheduleGroup;
  /** The role of the schedules. */
  readonly wakeupRole: Role;

  constructor(scope: Construct, id: string, { settings, deadLetters, ...props }: SchedulingStackProps) {
    super(scope, id, props);
    this.wakeups = new QueueWithDeadLetters(this, 'WakeupsQueue', {
      deadLetters,
      timeoutSeconds: 60,
      triesMax: 5,
    });
    this.dueWork = new QueueWithDeadLetters(this, 'DueWorkQueue', {
      deadLetters,
      timeoutSeconds: 60,
      triesMax: 5,
      // Bulk email waits in this queue for up to 15 minutes.
      messageAgeSecondsMax: 1_800,
    });
    this.steps = new QueueWithDeadLetters(this, 'StepsQueue', {
      deadLetters,
      timeoutSeconds: 60,
      triesMax: 5,
      messageAgeSecondsMax: 1_800,
    });
    this.campaigns = new QueueWithDeadLetters(this, 'CampaignsQueue', {
      deadLetters,
      timeoutSeconds: 300,
      triesMax: 5,
    });
    this.slices = new QueueWithDeadLetters(this, 'SlicesQueue', {
      deadLetters,
      timeoutSeconds: 120,
      triesMax: 5,
    });
    this.backgroundJobs = new QueueWithDeadLetters(this, 'BackgroundJobsQueue', {
      deadLetters,
      timeoutSeconds: 60,
      triesMax: 5,
    });
    this.wakeupGroup = new ScheduleGroup(this, 'WakeupGroup', {
      scheduleGroupName: `carrier-nest-${settings.stage}`,
      // A retained group would keep the name that the next deployment needs. No work is lost, because the sweep finds
      // due work in the table.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.wakeupRole = new Role(this, 'WakeupRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    });
    this.wakeups.grantSendMessages(this.wakeupRole);
  }
}
