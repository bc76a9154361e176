import { hasFirewall, type Settings } from '../settings';

export type StackPart =
  'Data' | 'Mail' | 'Scheduling' | 'Webhooks' | 'Api' | 'Workers' | 'Edge' | 'Firewall' | 'Operations';

export const stackName = (stage: string, part: StackPart): string => `CarrierNest-${stage}-${part}`;

/** Returns the parts that these settings deploy, in deployment order. */
export const deployedParts = (settings: Pick<Settings, 'preset' | 'firewall'>): StackPart[] => [
  'Data',
  'Mail',
  'Scheduling',
  'Webhooks',
  'Api',
  'Workers',
  ...(settings.preset === 'full' ? (['Edge'] as const) : []),
  ...(hasFirewall(settings) ? (['Firewall'] as const) : []),
  'Operations',
];
