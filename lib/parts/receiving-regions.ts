import type { Settings } from '../settings';

/**
 * Where SES receives mail: it sends from more Regions. From AWS's General Reference, "Email receiving endpoints", as
 * remembered in November 2026: `inbound: true` skips it where AWS has added a Region since.
 */
const receivingRegions: readonly string[] = [
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'ca-central-1',
  'eu-west-1',
  'eu-west-2',
  'eu-central-1',
  'ap-northeast-1',
  'ap-southeast-1',
  'ap-southeast-2',
];

export const receivesMail = (region: string): boolean => receivingRegions.includes(region);

/** CloudFormation would find out halfway through the stack `Mail`. Without a known Region there is nothing to check. */
export function refuseRegionWithoutInbound({ inbound }: Settings, region: string | undefined): void {
  if (inbound !== undefined || !region || receivesMail(region)) return;
  throw new Error(
    `SES does not receive mail in ${region}, as far as is known here. Deploy without: "inbound": false. ` +
      `Or take one of ${receivingRegions.join(', ')}; or, if AWS has added it by now, set "inbound": true.`,
  );
}
