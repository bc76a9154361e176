import type { Settings } from '../settings';

/**
 * The Regions in which SES receives mail; it sends from more. The list is from "Email receiving endpoints" in the AWS
 * General Reference, as of November 2026. `inbound: true` skips the check for Regions that AWS adds later.
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

/** Otherwise the deployment would fail in the middle of the stack `Mail`. An unknown Region is not checked. */
export function refuseRegionWithoutInbound({ inbound }: Settings, region: string | undefined): void {
  if (inbound !== undefined || !region || receivesMail(region)) return;
  throw new Error(
    `SES does not receive mail in ${region}, as far as this version knows. To deploy without it, set "inbound": false. ` +
      `Or use one of ${receivingRegions.join(', ')}. If AWS has added the Region, set "inbound": true.`,
  );
}
