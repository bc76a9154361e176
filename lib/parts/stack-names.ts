import { hasFirewall, type Settings } from '../settings';

export type Part =
  'Data' | 'Mail' | 'Time' | 'Webhooks' | 'Api' | 'Workers' | 'Edge' | 'Firewall' | 'Operations';

export const stackName = (stage: string, part: Part): string => `CarrierNest-${stage}-${part}`;

/** The parts that these settings deploy, in the order in which they are. */
export const partsOf = (settings: Pick<Settings, 'preset' | 'firewall'>): Part[] => [
  'Data',
  'Mail',
  'Time',
  'Webhooks',
  'Api',
  'Workers',
  ...(settings.preset === 'full' ? (['Edge'] as const) : []),
  ...(hasFirewall(settings) ? (['Firewall'] as const) : []),
  'Operations',
];
