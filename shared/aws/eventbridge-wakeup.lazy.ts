import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { requireEnv } from '../core/env';
import { toIso, minuteMs } from '../core/time';

const client = new SchedulerClient({});

const [GroupName, Arn, RoleArn] = [
  requireEnv('WAKEUP_GROUP'),
  requireEnv('WAKEUPS_QUEUE_ARN'),
  requireEnv('WAKEUP_ROLE_ARN'),
];

/** What the message of such an alarm says, beside a name for people: the minute that it is for, in ms. */
export interface EventBridgeWakeup {
  minute: number;
}

/**
 * Rings once in the minute before that one, which is given in ms, however often it is asked for: a schedule rings
 * anywhere in its minute.
 */
export async function wakeAtMinute(minute: number): Promise<void> {
  const scheduledFor = isoSeconds(minute - minuteMs);
  const message: EventBridgeWakeup & { wakeup: string } = { wakeup: isoSeconds(minute), minute };
  try {
    await client.send(
      new CreateScheduleCommand({
        GroupName,
        Name: `due-${message.wakeup.replace(/\D/g, '')}`,
        ScheduleExpression: `at(${scheduledFor})`,
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: { Arn, RoleArn, Input: JSON.stringify(message) },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
}

const isoSeconds = (ms: number): string => toIso(ms).slice(0, 19);
