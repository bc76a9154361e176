import { bareAddress, domainOf } from '../../../text/mailbox';
import { isSubscribed } from '../../audience/topics/preferences';
import type { Recipients } from '../emails/message';
import type { SendReads } from './reads';

/** Who is left of the recipients, and why the first of `to` is not, when nobody of `to` is. */
export interface Dropped {
  recipients: Recipients;
  reason: string;
}

/**
 * Check 6 of core.md's "Order of checks": suppressed addresses, those that opted out of the topic, and those on
 * domains that cannot receive mail.
 */
export function dropRecipients(asked: Recipients, reads: SendReads): Dropped {
  const reasonFor = reasonsFrom(reads);
  const isLeft = ({ address }: { address: string }) => reasonFor(bareAddress(address)) === undefined;
  const [first] = asked.to;
  return {
    recipients: { to: asked.to.filter(isLeft), cc: asked.cc.filter(isLeft), bcc: asked.bcc.filter(isLeft) },
    reason: (first && reasonFor(bareAddress(first.address))) ?? '',
  };
}

/** Of several reasons the first line counts (contract.md, D13). */
const reasonsFrom =
  ({ suppressions, topic, preferences, undeliverable }: SendReads) =>
  (address: string): string | undefined => {
    const suppression = suppressions.get(address);
    if (suppression) return `suppressed:${suppression.reason}`;
    if (topic && !isSubscribed(topic, preferences.get(address)))
      return `unsubscribed_from_topic:${topic.key}`;
    return undeliverable.has(domainOf(address)) ? `undeliverable_domain:${domainOf(address)}` : undefined;
  };
