import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { requireEnv } from '../core/env';
import { toIso, minuteMs } from '../core/time';

const client = new SchedulerClient({});

const [GroupName, Arn, RoleArn] = [
  requireEnv('WAKEUP_GROUP'),
  requireEnv('WAKEUPS_QUEUE_ARN'),
  requireEnv('WAKEUP_ROLE_ARN'),
];

/**
 * The wakeup message. `minute` is the minute in which work is due, in ms. The message also contains this minute in
 * readable form.
 */
export interface EventBridgeWakeup {
  minute: number;
}

/**
 * Schedules one wakeup in the minute before `minute` (in ms), even if called several times. The wakeup is a minute
 * early because EventBridge can invoke a schedule at any second of its minute.
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
