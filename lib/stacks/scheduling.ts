import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { QueueWithDeadLetters } from '../parts/queue-with-dead-letters';
import type { Settings } from '../settings';

interface SchedulingStackProps extends StackProps {
  settings: Settings;
}

/**
 * What wakes the service when something is due (docs/architecture.md, "Time"). The table knows what is due; what
 * stands here are alarm clocks, and the queue of what they found.
 */
export class SchedulingStack extends Stack {
  readonly wakeups: QueueWithDeadLetters;
  readonly dueWork: QueueWithDeadLetters;
  readonly steps: QueueWithDeadLetters;
  readonly campaigns: QueueWithDeadLetters;
  readonly slices: QueueWithDeadLetters;
  readonly backgroundJobs: QueueWithDeadLetters;
  readonly wakeupGroup: ScheduleGroup;
  /** What a schedule that rings may do. */
  readonly wakeupRole: Role;

  constructor(scope: Construct, id: string, { settings, ...props }: SchedulingStackProps) {
    super(scope, id, props);
    this.wakeups = new QueueWithDeadLetters(this, 'WakeupsQueue', { timeoutSeconds: 60, triesMax: 5 });
    this.dueWork = new QueueWithDeadLetters(this, 'DueWorkQueue', {
      timeoutSeconds: 60,
      triesMax: 5,
      // Bulk mail waits here for its turn, up to 15 minutes.
      messageAgeSecondsMax: 1_800,
    });
    this.steps = new QueueWithDeadLetters(this, 'StepsQueue', {
      timeoutSeconds: 60,
      triesMax: 5,
      messageAgeSecondsMax: 1_800,
    });
    this.campaigns = new QueueWithDeadLetters(this, 'CampaignsQueue', { timeoutSeconds: 300, triesMax: 5 });
    this.slices = new QueueWithDeadLetters(this, 'SlicesQueue', { timeoutSeconds: 120, triesMax: 5 });
    this.backgroundJobs = new QueueWithDeadLetters(this, 'BackgroundJobsQueue', {
      timeoutSeconds: 60,
      triesMax: 5,
    });
    this.wakeupGroup = new ScheduleGroup(this, 'WakeupGroup', {
      scheduleGroupName: `carrier-nest-${settings.stage}`,
      // Retained it would keep its name from the next deployment. The table knows what is due; the sweep finds it.
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
