import { bareAddress, domainOf } from '../mime/addresses';

/** What becomes of a recipient. */
export type Outcome = 'delivered' | 'bounced' | 'complained' | 'suppressed' | 'replied';

const simulatorDomain = 'simulator.amazonses.com';
const outcomes: Record<string, Outcome> = {
  success: 'delivered',
  bounce: 'bounced',
  complaint: 'complained',
  suppressionlist: 'suppressed',
  ooto: 'replied',
};

/** The outcome that a simulator address stands for (`bounce+label@` included); undefined for every other address. */
export function simulatedOutcome(recipient: string): Outcome | undefined {
  if (domainOf(recipient) !== simulatorDomain) return undefined;
  const [name = ''] = bareAddress(recipient).toLowerCase().split(/[+@]/);
  return outcomes[name] ?? 'delivered';
}
