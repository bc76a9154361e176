import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { requireEnv } from '../env';
import { iso } from '../time';

const client = new SchedulerClient({});

const [GroupName, Arn, RoleArn] = [
  requireEnv('ALARM_GROUP'),
  requireEnv('ALARMS_QUEUE_ARN'),
  requireEnv('RINGER_ROLE_ARN'),
];

/** Rings once at that minute, given in ms, however often it is asked for. */
export async function ringAt(minute: number): Promise<void> {
  const at = iso(minute).slice(0, 19);
  try {
    await client.send(
      new CreateScheduleCommand({
        GroupName,
        Name: `due-${at.replace(/\D/g, '')}`,
        ScheduleExpression: `at(${at})`,
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: { Arn, RoleArn, Input: JSON.stringify({ alarm: at }) },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
}
