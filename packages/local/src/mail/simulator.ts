import { bareAddress, domainOf } from '../mime/addresses';

/** The delivery outcome for a recipient. */
export type SimulatedOutcome = 'delivered' | 'bounced' | 'complained' | 'suppressed' | 'replied';

const simulatorDomain = 'simulator.amazonses.com';
const outcomes: Record<string, SimulatedOutcome> = {
  success: 'delivered',
  bounce: 'bounced',
  complaint: 'complained',
  suppressionlist: 'suppressed',
  ooto: 'replied',
};

/** The outcome of an SES simulator address, with or without a `+label`; undefined for other addresses. */
export function simulatedOutcome(recipient: string): SimulatedOutcome | undefined {
  if (domainOf(recipient) !== simulatorDomain) return undefined;
  const [name = ''] = bareAddress(recipient).toLowerCase().split(/[+@]/);
  return outcomes[name] ?? 'delivered';
}
