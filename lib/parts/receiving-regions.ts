import type { Settings } from '../settings';
import { SettingsError } from '../settings-error';
import { settingsFile } from '../settings-file';

/**
 * The Regions in which SES receives mail. SES can send from additional Regions. The list is from "Email receiving
 * endpoints" in the AWS General Reference, as of November 2026. For Regions that AWS adds later, the setting `inbound:
 * true` skips the check.
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

/**
 * Throws if SES cannot receive mail in the Region. Otherwise, the deployment would fail halfway through the stack
 * `Mail`.
 */
export function refuseRegionWithoutInbound({ inbound }: Settings, region: string | undefined): void {
  if (inbound !== undefined || !region || receivesMail(region)) return;
  throw new SettingsError(
    settingsFile(),
    `inbound: SES does not receive mail in ${region}, according to this version's list. To deploy without incoming ` +
      `mail, set "inbound": false. Or use one of ${receivingRegions.join(', ')}. If AWS has added the Region, set ` +
      '"inbound": true',
  );
}
