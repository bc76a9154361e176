import type { ProtectedResource } from '../../template/deployment';
import type { Need } from './iam';

/** The KMS actions that a sender or receiver needs if the topic or queue is encrypted. */
const keyActions: Record<string, string[]> = {
  'sns:Publish': ['kms:GenerateDataKey', 'kms:Decrypt'],
  'sqs:SendMessage': ['kms:GenerateDataKey', 'kms:Decrypt'],
  'sqs:ReceiveMessage': ['kms:Decrypt'],
};

/** The permissions that an action on a topic or queue needs. */
export function needsOn(action: string, { arn, keyArn }: ProtectedResource): Need[] {
  const onKey = keyArn === undefined ? [] : (keyActions[action] ?? []);
  return [
    { action, resource: arn },
    ...onKey.map((keyAction) => ({ action: keyAction, resource: keyArn ?? '' })),
  ];
}
