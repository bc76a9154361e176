import type { SQSClient } from '@aws-sdk/client-sqs';
import { callWithTimeout } from './call-with-timeout';
import { describeCall, awsCommand } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import { resourceName } from './stacks';

const action = 'sqs:GetQueueAttributes';

interface DeadLetterQueue {
  name: string;
  url: string;
}

export const deadLetters: Check = {
  id: 'queues.dead-letters',
  title: 'nothing waits in a dead-letter queue',
  needs: ['local.runtime', 'stacks.deployed'],
  run: async (ctx) => {
    const { SQSClient } = await import('@aws-sdk/client-sqs');
    const client = new SQSClient(ctx.client());
    const queues = await listQueues(ctx, client);
    const findings = (await Promise.all(queues.map((queue) => findMessages(ctx, client, queue)))).flat();
    return observation(
      `${findings.length} of ${queues.length} have messages`,
      describeCall(ctx, action),
      findings,
    );
  },
};

async function listQueues(ctx: DoctorContext, client: SQSClient): Promise<DeadLetterQueue[]> {
  if (ctx.target.kind === 'local') return localQueues(ctx, client);
  const resources = await ctx.resources();
  return resources
    .filter(({ type, logicalId }) => type === 'AWS::SQS::Queue' && logicalId.includes('DeadLetters'))
    .map((resource) => ({ name: resourceName(resource), url: resource.physicalId }));
}

/** There is no CloudFormation to ask. */
async function localQueues({ stage }: DoctorContext, client: SQSClient): Promise<DeadLetterQueue[]> {
  const { ListQueuesCommand } = await import('@aws-sdk/client-sqs');
  const prefix = `CarrierNest-${stage}-`;
  const { QueueUrls = [] } = await callWithTimeout('sqs:ListQueues', (abortSignal) =>
    client.send(new ListQueuesCommand({ QueueNamePrefix: prefix }), { abortSignal }),
  );
  return QueueUrls.filter((url) => url.includes('DeadLetters')).map((url) => {
    const [part = '', logicalId = ''] = (url.split(prefix)[1] ?? '').split('-');
    return { name: `${part}/${logicalId.replace(/[0-9A-F]{8}$/, '')}`, url };
  });
}

async function findMessages(
  ctx: DoctorContext,
  client: SQSClient,
  { name, url }: DeadLetterQueue,
): Promise<Finding[]> {
  const { GetQueueAttributesCommand } = await import('@aws-sdk/client-sqs');
  const input = {
    QueueUrl: url,
    AttributeNames: ['ApproximateNumberOfMessages' as const, 'QueueArn' as const],
  };
  const { Attributes: { ApproximateNumberOfMessages = '0', QueueArn = '' } = {} } = await callWithTimeout(
    action,
    (abortSignal) => client.send(new GetQueueAttributesCommand(input), { abortSignal }),
  );
  if (ApproximateNumberOfMessages === '0') return [];
  return [
    {
      outcome: 'fail',
      subject: name,
      problem: 'messages wait here that nobody handles any more',
      evidence: `${describeCall(ctx, action, url)}: ApproximateNumberOfMessages ${ApproximateNumberOfMessages}`,
      fix: fixOf(ctx, name, QueueArn),
    },
  ];
}

/** SQS moves back only what a queue put there, not what a topic did. */
const fixOf = (ctx: DoctorContext, name: string, arn: string): string =>
  name.includes('Undelivered')
    ? 'docs/runbook.md#undelivered says what they are, and how to send them again'
    : `Mend the cause (docs/runbook.md#dead-letters), then: ${awsCommand(ctx, `sqs start-message-move-task --source-arn ${arn}`)}`;
