import type { ProtectedResource } from '../../template/deployment';
import type { Need } from './iam';

/** Who puts a message where messages are encrypted uses the key, and who takes one out. */
const keyActions: Record<string, string[]> = {
  'sns:Publish': ['kms:GenerateDataKey', 'kms:Decrypt'],
  'sqs:SendMessage': ['kms:GenerateDataKey', 'kms:Decrypt'],
  'sqs:ReceiveMessage': ['kms:Decrypt'],
};

/** What it takes to do this with a topic or a queue. */
export function needsOn(action: string, { arn, keyArn }: ProtectedResource): Need[] {
  const onKey = keyArn === undefined ? [] : (keyActions[action] ?? []);
  return [
    { action, resource: arn },
    ...onKey.map((keyAction) => ({ action: keyAction, resource: keyArn ?? '' })),
  ];
}
