import type { FunctionRunner } from '../../lambda/runner';
import type { Authorizer } from '../iam/authorizer';
import { AwsError } from '../stand-in';
import type { QueueSender } from '../sqs/queue-sender';

export interface Firing {
  scheduleArn: string;
  scheduledAt: number;
  executionId: string;
  attempt: number;
}

interface Target {
  Arn: string;
  /** The role under which Scheduler calls the target. */
  RoleArn: string;
}

/** Delivers the input of schedules to functions and queues. */
export class Targets {
  constructor(
    private readonly runner: Pick<FunctionRunner, 'invoke'>,
    private readonly queues: QueueSender,
    private readonly authorizer: Authorizer,
  ) {}

  /** Returns true if the queue accepted the message or the function returned without an error. */
  async deliver(target: Target, input: string): Promise<boolean> {
    try {
      return await (target.Arn.split(':')[2] === 'sqs'
        ? this.send(target, input)
        : this.invoke(target, input));
    } catch (error) {
      if (error instanceof AwsError) return false;
      throw error;
    }
  }

  private send({ Arn, RoleArn }: Target, input: string): boolean {
    this.queues.send(RoleArn, Arn, input);
    return true;
  }

  private async invoke({ Arn, RoleArn }: Target, input: string): Promise<boolean> {
    this.authorizer.refuseUnauthorized(RoleArn, [{ action: 'lambda:InvokeFunction', resource: Arn }]);
    const outcome = await this.runner.invoke(Arn.split(':')[6] ?? '', input);
    return outcome.kind === 'response';
  }
}

/** Replaces the context attributes of Scheduler in a target's input. */
export function renderInput(template: string | undefined, firing: Firing): string {
  const scheduledTime = `${new Date(firing.scheduledAt).toISOString().slice(0, 19)}Z`;
  return (template ?? '{}')
    .replaceAll('<aws.scheduler.scheduled-time>', scheduledTime)
    .replaceAll('<aws.scheduler.schedule-arn>', firing.scheduleArn)
    .replaceAll('<aws.scheduler.execution-id>', firing.executionId)
    .replaceAll('<aws.scheduler.attempt-number>', String(firing.attempt));
}
