import type { Authorizer } from '../iam/authorizer';
import type { Principal } from '../iam/iam';
import type { MessageAttributes } from './message';
import type { SqsStandIn } from './sqs-stand-in';

/** Sends the messages of topics and schedules to queues. */
export interface QueueSender {
  /** Puts the message on disk. Throws an `AwsError` if the queue refuses the message. */
  send(sender: Principal, queueArn: string, body: string, attributes?: MessageAttributes): void;
}

/** Sends a message if the policies of the queue, the queue's key and the sender's role allow the action. */
export class AuthorizedQueueSender implements QueueSender {
  constructor(
    private readonly sqs: SqsStandIn,
    private readonly authorizer: Authorizer,
  ) {}

  send(sender: Principal, queueArn: string, body: string, attributes: MessageAttributes = {}): void {
    this.authorizer.refuseUnauthorized(sender, this.sqs.needsToSend(queueArn));
    this.sqs.send(queueArn, body, attributes);
  }
}
