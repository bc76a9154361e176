import type { SQSRecord } from 'aws-lambda';
import { chainAttribute, parseChain, type Chain } from '../../../shared/core/chain';

/** Returns the chain that led to the message, or undefined if another service or an operator sent the message. */
export const chainOf = ({ messageAttributes }: SQSRecord): Chain | undefined =>
  parseChain(messageAttributes[chainAttribute]?.stringValue);
