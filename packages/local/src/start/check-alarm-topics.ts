import { AwsError } from '../aws/stand-in';
import type { SnsStandIn } from '../aws/sns/sns-stand-in';
import type { AlarmSpec } from '../template/deployment';

/**
 * Logs at startup each alarm whose topic CloudWatch may not publish to, because no alarm fires locally. On AWS, only
 * the history of the alarm shows such a failure.
 */
export function checkAlarmTopics(alarms: AlarmSpec[], sns: SnsStandIn): void {
  for (const { arn, actionArns } of alarms) {
    for (const topicArn of actionArns) checkTopic(sns, arn, topicArn);
  }
}

function checkTopic(sns: SnsStandIn, sourceArn: string, topicArn: string): void {
  try {
    sns.refuseUnauthorized({ service: 'cloudwatch.amazonaws.com', sourceArn }, topicArn);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
  }
}
