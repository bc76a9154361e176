import type { ControlClient } from './control-client.ts';

/** A fault in the AWS calls of the service. One of `error`, `crash` and `delay_ms` is required. */
export interface Fault {
  service: 'dynamodb' | 'sesv2' | 'sqs' | 'sns' | 's3' | 'scheduler' | 'kms' | 'ssm' | 'lambda';
  /** The operation as AWS names it, such as `SendEmail`. */
  operation: string;
  /** The AWS error of the call, such as `TooManyRequestsException`. */
  error?: string;
  /** The error follows after the call took effect, as if its response were lost. */
  applied?: true;
  /** The calling function is killed before or after the call takes effect. */
  crash?: 'before' | 'after';
  /** The call waits, in ms. */
  delay_ms?: number;
  /** The number of calls that the fault affects. Default: all until `clear()`. */
  times?: number;
  /** The number of calls that succeed first. Default: 0. */
  skip?: number;
  /** A part of the name of the calling function, such as `sendEmail`. Default: all functions. */
  function?: string;
}

/** The faults of the runtime, which affect all its workspaces. */
export class Faults {
  constructor(private readonly control: ControlClient) {}

  /** Throws a `ControlError` if AWS or the runtime has no such operation. */
  async add(fault: Fault): Promise<{ id: string }> {
    return (await this.control.call('POST', '/faults', fault)) as { id: string };
  }

  /** Removes all faults of the runtime. */
  async clear(): Promise<void> {
    await this.control.call('DELETE', '/faults');
  }
}
