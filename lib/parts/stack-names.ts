import { hasFirewall, type Settings } from '../settings';

export type EndpointStack = 'ApiEmails' | 'ApiAudience' | 'ApiMarketing' | 'ApiPlatform';

/**
 * The stack of the functions of each API resource. Do not move a resource to another stack: the function names are
 * fixed, so the new stack could not create a function before the old stack deletes it.
 */
export const endpointStacks: Record<EndpointStack, readonly string[]> = {
  ApiEmails: ['emails', 'threads', 'inbound', 'approvals', 'drafts', 'domains', 'inboxes', 'templates'],
  ApiAudience: ['contacts', 'contact-properties', 'audiences', 'segments', 'topics', 'suppressions'],
  ApiMarketing: ['broadcasts', 'automations', 'events'],
  ApiPlatform: [
    'api-keys',
    'credential',
    'usage',
    'webhook-endpoints',
    'feeds',
    'openapi',
    'mcp',
    'fallback',
    'links',
    'dashboard',
  ],
};

// Object.keys returns the type string[].
export const endpointStackNames = Object.keys(endpointStacks) as EndpointStack[];

export type StackPart =
  | 'Data'
  | 'Mail'
  | 'Scheduling'
  | 'Webhooks'
  | 'Tracking'
  | 'Api'
  | EndpointStack
  | 'ApiStage'
  | 'Workers'
  | 'Edge'
  | 'Firewall'
  | 'Operations';

/**
 * The Region of the stack Tracking. CloudFront accepts only certificates from this Region:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html
 */
export const certificateRegion = 'us-east-1';

export const stackName = (stage: string, part: StackPart): string => `CarrierNest-${stage}-${part}`;

type PartSettings = Pick<Settings, 'preset' | 'firewall' | 'trackingHosts'>;

/** Returns the parts that these settings deploy, in deployment order. */
export const deployedParts = (settings: PartSettings): StackPart[] => [
  'Data',
  'Mail',
  'Scheduling',
  'Webhooks',
  ...(settings.trackingHosts ? (['Tracking'] as const) : []),
  'Api',
  ...endpointStackNames,
  'ApiStage',
  'Workers',
  ...(settings.preset === 'full' ? (['Edge'] as const) : []),
  ...(hasFirewall(settings) ? (['Firewall'] as const) : []),
  'Operations',
];

/** Returns the parts that other settings deploy. After a change of the settings, the CDK leaves their stacks behind. */
export function undeployedParts(settings: PartSettings): StackPart[] {
  const parts = deployedParts(settings);
  return deployedParts({ preset: 'full', firewall: true, trackingHosts: [] }).filter(
    (part) => !parts.includes(part),
  );
}
