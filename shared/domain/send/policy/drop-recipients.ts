import { normalizeAddress, domainOf } from '../../../text/mailbox';
import { isSubscribed } from '../../audience/topics/preferences';
import type { Recipients } from '../emails/message';
import type { PolicyContext } from './policy-context';

/**
 * The remaining recipients. If no recipient in `to` remains, `reason` states why the first recipient in `to` was
 * dropped.
 */
export interface DropResult {
  recipients: Recipients;
  reason: string;
}

/**
 * Drops addresses that are suppressed, have opted out of the topic, or are on domains that cannot receive mail (E-35).
 */
export function dropRecipients(requested: Recipients, context: PolicyContext): DropResult {
  const dropReasonFor = dropReasonFinder(context);
  const isRemaining = ({ address }: { address: string }) =>
    dropReasonFor(normalizeAddress(address)) === undefined;
  const [first] = requested.to;
  return {
    recipients: {
      to: requested.to.filter(isRemaining),
      cc: requested.cc.filter(isRemaining),
      bcc: requested.bcc.filter(isRemaining),
    },
    reason: (first && dropReasonFor(normalizeAddress(first.address))) ?? '',
  };
}

/** Returns the first reason that applies, in this order (E-37). */
const dropReasonFinder =
  ({ suppressions, topic, preferences, undeliverable }: PolicyContext) =>
  (address: string): string | undefined => {
    const suppression = suppressions.get(address);
    if (suppression) return `suppressed:${suppression.reason}`;
    if (topic && !isSubscribed(topic, preferences.get(address)))
      return `unsubscribed_from_topic:${topic.key}`;
    return undeliverable.has(domainOf(address)) ? `undeliverable_domain:${domainOf(address)}` : undefined;
  };
