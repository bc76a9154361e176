import type { Authorizer } from '../iam/authorizer';
import type { Principal } from '../iam/iam';
import type { MessageAttributes } from './message';
import type { SqsStandIn } from './sqs-stand-in';

/** How topics and schedules put messages into queues. */
export interface QueueSender {
  /** Resolves once the message is on disk. Rejects with an `AwsError` where the queue does not take it. */
  send(sender: Principal, queueArn: string, body: string, attributes?: MessageAttributes): Promise<void>;
}

/** Lets in whom the queue's policy, its key and the sender's own role do. */
export class AuthorizedQueueSender implements QueueSender {
  constructor(
    private readonly sqs: SqsStandIn,
    private readonly authorizer: Authorizer,
  ) {}

  async send(
    sender: Principal,
    queueArn: string,
    body: string,
    attributes: MessageAttributes = {},
  ): Promise<void> {
    await this.authorizer.refuseUnauthorized(sender, this.sqs.needsToSend(queueArn));
    this.sqs.send(queueArn, body, attributes);
  }
}
