import type { SQSRecord } from 'aws-lambda';
import { chainAttribute, parseChain, refuseLongChain, type Chain } from '../../../shared/core/chain';

/**
 * Returns the chain that led to the message, or undefined if another service or an operator sent the message. Throws if
 * the chain is too long.
 */
export function expectChain({ messageAttributes, attributes }: SQSRecord): Chain | undefined {
  const chain = parseChain(messageAttributes[chainAttribute]?.stringValue);
  if (chain) refuseLongChain(chain, Number(attributes.SentTimestamp));
  return chain;
}
