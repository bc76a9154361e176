import type { FunctionRunner } from '../../lambda/runner';
import { AwsError } from '../service';
import type { QueueSender } from '../sqs/queue-sender';

export interface Firing {
  scheduleArn: string;
  scheduledAt: number;
  executionId: string;
  attempt: number;
}

/** What schedules may call: functions and queues. */
export class Targets {
  constructor(
    private readonly runner: Pick<FunctionRunner, 'invoke'>,
    private readonly queues: QueueSender,
  ) {}

  /** Whether the target took the input. A function took it when it answered without an error. */
  async deliver(targetArn: string, input: string): Promise<boolean> {
    const [, , service, , , , functionName = ''] = targetArn.split(':');
    if (service === 'sqs') return this.send(targetArn, input);
    const outcome = await this.runner.invoke(functionName, input);
    return outcome.kind === 'answer';
  }

  private send(queueArn: string, input: string): boolean {
    try {
      this.queues.send(queueArn, input);
      return true;
    } catch (error) {
      if (error instanceof AwsError) return false;
      throw error;
    }
  }
}

/** The context attributes that Scheduler replaces in a target's input. */
export function inputFor(template: string | undefined, firing: Firing): string {
  const scheduledTime = `${new Date(firing.scheduledAt).toISOString().slice(0, 19)}Z`;
  return (template ?? '{}')
    .replaceAll('<aws.scheduler.scheduled-time>', scheduledTime)
    .replaceAll('<aws.scheduler.schedule-arn>', firing.scheduleArn)
    .replaceAll('<aws.scheduler.execution-id>', firing.executionId)
    .replaceAll('<aws.scheduler.attempt-number>', String(firing.attempt));
}
