import { bareAddress, domainOf } from '../mime/addresses';

/** What becomes of a recipient. */
export type SimulatedOutcome = 'delivered' | 'bounced' | 'complained' | 'suppressed' | 'replied';

const simulatorDomain = 'simulator.amazonses.com';
const outcomes: Record<string, SimulatedOutcome> = {
  success: 'delivered',
  bounce: 'bounced',
  complaint: 'complained',
  suppressionlist: 'suppressed',
  ooto: 'replied',
};

/** The outcome that a simulator address stands for (`bounce+label@` included); undefined for every other address. */
export function simulatedOutcome(recipient: string): SimulatedOutcome | undefined {
  if (domainOf(recipient) !== simulatorDomain) return undefined;
  const [name = ''] = bareAddress(recipient).toLowerCase().split(/[+@]/);
  return outcomes[name] ?? 'delivered';
}
